import Localization

/// A document for a browser or a printer: a title and sections of blocks.
///
/// ```swift
/// let sights = Table(
///     columns: [.init("name", text("Name"))], rows: [[.text("Colosseum")], [.text("Pantheon")]])
/// let page = Page(.verbatim("Rome"), [
///     .init(blocks: [.message(text("Five days in May"))]),
///     .init(text("Sights"), blocks: [.table(sights)], startsPaper: true),
/// ])
/// let bytes = Renderer.html(page, Localizer(.english))
/// ```
public struct Page: Sendable {
    /// A part of a page.
    public struct Section: Sendable {
        /// The heading; `nil` for none.
        public let title: LocalizedText?
        /// The level of the heading: 2 below the page's title, 3 below a section of level 2.
        public let level: Int
        /// The blocks, from top to bottom.
        public let blocks: [Block]
        /// Whether the section starts a new sheet of paper when the page is printed.
        public let startsPaper: Bool

        /// Creates a section.
        ///
        /// - Parameters:
        ///   - title: The heading. Default: none.
        ///   - level: The level of the heading, 2 to 5. Default: 2.
        ///   - blocks: The blocks, from top to bottom.
        ///   - startsPaper: Whether the section starts a new sheet of paper.
        public init(
            _ title: LocalizedText? = nil, level: Int = 2, blocks: [Block], startsPaper: Bool = false
        ) {
            self.title = title
            self.level = min(max(level, 2), 5)
            self.blocks = blocks
            self.startsPaper = startsPaper
        }
    }

    /// The title of the document.
    public let title: LocalizedText
    /// The sections, from top to bottom.
    public let sections: [Section]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - title: The title of the document.
    ///   - sections: The sections, from top to bottom.
    public init(_ title: LocalizedText, _ sections: [Section]) {
        self.title = title
        self.sections = sections
    }

    /// Creates a page from the blocks of an output.
    init(_ title: LocalizedText, _ blocks: [Block]) {
        self.init(title, [Section(blocks: blocks)])
    }
}

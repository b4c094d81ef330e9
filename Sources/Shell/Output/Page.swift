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
    /// What a section consists of.
    public enum Part: Sendable {
        /// A block, as every format has it.
        case block(Block)
        /// A table with one line of the page for each row. Texts that are too long for that are cut on screens and paper.
        case lines(Table)
        /// A few facts in large letters.
        case figures([Record.Field])
        /// Entries in the order of their times.
        case schedule([Entry])
        /// A map beside a schedule. The schedule names its places, by their marks.
        case scheduleMap(GlobeMap)
        /// The days of a year as a grid of weekdays and weeks, some of them marked.
        case year(YearGrid)
    }

    /// An entry of a schedule.
    public struct Entry: Sendable {
        /// The colour of a kind of entries.
        public enum Color: Sendable {
            case first, second, third
        }

        /// The time; `nil` if it isn't known.
        public let time: LocalizedText?
        /// The mark, such as the number on a map; at most three characters.
        public let mark: String
        /// The kind, which the colour stands for.
        public let kind: LocalizedText
        /// The colour of the kind.
        public let color: Color
        /// The name.
        public let name: String
        /// Phrases about the entry.
        public let details: [LocalizedText]
        /// Addresses of web pages.
        public let links: [String]

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - time: The time; `nil` if it isn't known.
        ///   - mark: The mark, such as the number on a map; at most three characters.
        ///   - kind: The kind, which the colour stands for.
        ///   - color: The colour of the kind.
        ///   - name: The name.
        ///   - details: Phrases about the entry.
        ///   - links: Addresses of web pages. Other texts are shown, but lead nowhere.
        public init(
            time: LocalizedText?, mark: String, kind: LocalizedText, color: Color, name: String,
            details: [LocalizedText], links: [String] = []
        ) {
            self.time = time
            self.mark = mark
            self.kind = kind
            self.color = color
            self.name = name
            self.details = details
            self.links = links
        }
    }

    /// The days of a year, some of them marked.
    public struct YearGrid: Sendable {
        /// The heading.
        public let title: LocalizedText
        /// The year.
        public let year: Int
        /// The marked days.
        public let days: Set<CivilDate>
        /// The number of marked days of each month, for screen readers.
        public let spoken: [LocalizedText]

        /// Creates a grid.
        ///
        /// - Parameters:
        ///   - title: The heading.
        ///   - year: The year.
        ///   - days: The marked days.
        ///   - spoken: What screen readers get instead of the drawing, a line each.
        public init(_ title: LocalizedText, year: Int, days: Set<CivilDate>, spoken: [LocalizedText]) {
            self.title = title
            self.year = year
            self.days = days
            self.spoken = spoken
        }
    }

    /// A part of a page with a heading.
    public struct Section: Sendable {
        /// The heading; `nil` for none.
        public let title: LocalizedText?
        /// A text beside the heading, such as the place of a day.
        public let note: LocalizedText?
        /// The level of the heading: 2 below the page's title, 3 below a section of level 2.
        public let level: Int
        /// The parts, from top to bottom.
        public let parts: [Part]
        /// Whether the section starts a new sheet of paper when the page is printed.
        public let startsPaper: Bool
        /// Whether the section is beside the next ones where the page is wide enough.
        public let isBesideOthers: Bool

        /// The blocks among the parts.
        public var blocks: [Block] {
            parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
        }

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
            self.init(title, level: level, parts: blocks.map(Part.block), startsPaper: startsPaper)
        }

        /// Creates a section with parts that only pages have.
        ///
        /// - Parameters:
        ///   - title: The heading. Default: none.
        ///   - note: A text beside the heading. Default: none.
        ///   - level: The level of the heading, 2 to 5. Default: 2.
        ///   - parts: The parts, from top to bottom.
        ///   - startsPaper: Whether the section starts a new sheet of paper.
        ///   - isBesideOthers: Whether the section is beside its neighbours that are also so, where the page is wide
        ///     enough.
        public init(
            _ title: LocalizedText? = nil, note: LocalizedText? = nil, level: Int = 2, parts: [Part],
            startsPaper: Bool = false, isBesideOthers: Bool = false
        ) {
            self.title = title
            self.note = note
            self.level = min(max(level, 2), 5)
            self.parts = parts
            self.startsPaper = startsPaper
            self.isBesideOthers = isBesideOthers
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

import Localization

/// Formats prompts for readline: without control characters, and short enough to leave space for the input.
enum PromptText {
    /// The maximum width of a name, in columns.
    static let longestName = 40
    /// The minimum width of a name at which it is readable.
    private static let shortestName = 6

    /// Returns the prompt with a trailing space.
    ///
    /// In narrow terminals, first the middle names of the path are omitted, then the last name is truncated,
    /// then the program's name is omitted.
    static func string(_ prompt: Prompt, _ presentation: Presentation) -> String {
        let styler = TextStyler(presentation)
        let names = prompt.path.map { Name($0, styler) }.filter { !$0.text.isEmpty }
        guard let last = names.last else { return prompt.program + "> " }
        // The prompt takes at most three fifths of a line.
        let room = max((presentation.width ?? 80) * 3 / 5 - 2, 1)
        let slash = presentation.format == .accessible ? ", " : " / "
        let first = prompt.style == .beside ? " " : slash
        let head = prompt.program + first
        func whole(_ names: [Name]) -> String? {
            let columns =
                names.reduce(DisplayWidth.of(head)) { $0 + $1.width } + slash.count * (names.count - 1)
            guard columns <= room else { return nil }
            return head + names.map(\.isolated).joined(separator: slash) + "> "
        }
        let gap = Name(styler.ellipsis)
        if let text = whole(names) { return text }
        if names.count > 1, let text = whole([gap, last]) { return text }
        let left = room - DisplayWidth.of(head)
        if names.count > 1, left >= gap.width + slash.count + shortestName {
            let cut = last.cut(to: left - gap.width - slash.count, styler)
            return head + gap.text + slash + cut.isolated + "> "
        }
        if left >= shortestName { return head + last.cut(to: left, styler).isolated + "> " }
        return last.cut(to: room, styler).isolated + "> "
    }

    /// A name of an open object, in one line without control characters.
    private struct Name {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = DisplayWidth.of(text)
        }

        init(_ name: String, _ styler: TextStyler) {
            // Avoid processing more of a very long name than can be shown.
            let head: Substring = name.prefix(8 * PromptText.longestName)
            let shown: String = styler.string(Cell.Display.verbatim(String(head)))
            self = Name(shown.trimmingWhitespace()).cut(to: PromptText.longestName, styler)
        }

        func cut(to columns: Int, _ styler: TextStyler) -> Name {
            Name(Wrapping.fitted(text, to: columns, ellipsis: styler.ellipsis))
        }

        /// The name. Right-to-left text is enclosed in Unicode isolation marks, so that it doesn't reorder
        /// the text around it. The bytes 1 and 2 tell readline that the marks have no width.
        var isolated: String {
            RightToLeft.occurs(in: text) ? "\u{1}\u{2068}\u{2}\(text)\u{1}\u{2069}\u{2}" : text
        }
    }
}

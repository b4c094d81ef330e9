import Localization

/// A prompt as readline takes it: safe, and short enough to leave room for what is typed.
enum PromptText {
    /// The most columns of one name.
    static let longestName = 40
    /// The fewest columns of a name that still say something.
    private static let shortestName = 6

    /// The prompt, with a space at its end.
    ///
    /// Where the terminal is narrow, the names in the middle of the path give way first, then the end of the last
    /// name, then the program's name.
    static func string(_ prompt: Prompt, _ presentation: Presentation) -> String {
        let scribe = Scribe(presentation)
        let names = prompt.path.map { Name($0, scribe) }.filter { !$0.text.isEmpty }
        guard let last = names.last else { return prompt.program + "> " }
        // At most three fifths of a line.
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
        let gap = Name(scribe.ellipsis)
        if let text = whole(names) { return text }
        if names.count > 1, let text = whole([gap, last]) { return text }
        let left = room - DisplayWidth.of(head)
        if names.count > 1, left >= gap.width + slash.count + shortestName {
            let cut = last.cut(to: left - gap.width - slash.count, scribe)
            return head + gap.text + slash + cut.isolated + "> "
        }
        if left >= shortestName { return head + last.cut(to: left, scribe).isolated + "> " }
        return last.cut(to: room, scribe).isolated + "> "
    }

    /// A name in one line, without anything that a terminal obeys.
    private struct Name {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = DisplayWidth.of(text)
        }

        init(_ name: String, _ scribe: Scribe) {
            // No more of a very long name than can be shown.
            let head: Substring = name.prefix(8 * PromptText.longestName)
            let shown: String = scribe.string(Cell.Display.verbatim(String(head)))
            self = Name(shown.trimmingWhitespace()).cut(to: PromptText.longestName, scribe)
        }

        func cut(to columns: Int, _ scribe: Scribe) -> Name {
            Name(Wrapping.fitted(text, to: columns, ellipsis: scribe.ellipsis))
        }

        /// The name by itself: letters that run from right to left turn nothing round that stands beside them.
        /// Readline is told that the marks take no columns.
        var isolated: String {
            RightToLeft.occurs(in: text) ? "\u{1}\u{2068}\u{2}\(text)\u{1}\u{2069}\u{2}" : text
        }
    }
}

/// Letters that run from right to left.
enum RightToLeft {
    /// Whether a text has such letters.
    static func occurs(in text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                true
            default: false
            }
        }
    }
}

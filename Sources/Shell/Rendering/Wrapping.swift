/// Fits texts into a number of columns.
enum Wrapping {
    /// The lines of a text, broken between words, and within words that are too long for a line.
    ///
    /// - Parameters:
    ///   - text: The text; its own lines stay lines.
    ///   - width: The columns there are; `nil` only splits at the text's own line ends.
    static func lines(of text: String, width: Int?) -> [String] {
        let own = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let width, width > 0 else { return own.map(String.init) }
        return own.flatMap { DisplayWidth.of(String($0)) <= width ? [String($0)] : wrap($0, width: width) }
    }

    private static func wrap(_ line: Substring, width: Int) -> [String] {
        var lines: [String] = []
        // What is indented stays indented.
        let indent = String(line.prefix { $0 == " " }.prefix(width / 2))
        var current = indent
        var columns = indent.count
        func begin() {
            lines.append(current)
            current = indent
            columns = indent.count
        }
        for word in line.split(separator: " ") {
            var word = String(word)
            var wordWidth = DisplayWidth.of(word)
            let space = columns > indent.count ? 1 : 0
            if columns + space + wordWidth > width, space == 1, wordWidth <= width - indent.count {
                begin()
            } else if space == 1 {
                current += " "
                columns += 1
            }
            while columns + wordWidth > width {
                let head = prefix(of: word, width: max(width - columns, 1))
                if head.isEmpty && columns > indent.count {
                    begin()
                    continue
                }
                // Even a character that is wider than the line has to stand somewhere.
                let part = head.isEmpty ? String(word.prefix(1)) : head
                current += part
                word.removeFirst(part.count)
                wordWidth = DisplayWidth.of(word)
                if word.isEmpty { break }
                begin()
            }
            current += word
            columns += wordWidth
        }
        lines.append(current)
        return lines
    }

    /// The characters that fit.
    static func prefix(of text: String, width: Int) -> String {
        var columns = 0
        var end = text.startIndex
        while end < text.endIndex {
            columns += DisplayWidth.of(text[end])
            if columns > width { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    /// The text, cut with an ellipsis only where it doesn't fit.
    static func fitted(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        DisplayWidth.of(text) <= width ? text : cut(text, to: width, ellipsis: ellipsis)
    }

    /// The text, cut with an ellipsis where it doesn't fit.
    static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        let ellipsisWidth = ellipsis.count
        if width <= ellipsisWidth { return prefix(of: text, width: width) }
        let head = prefix(of: text, width: width - ellipsisWidth)
        return head.trimmingTrailingSpaces() + ellipsis
    }
}

extension String {
    func trimmingTrailingSpaces() -> String {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return String(self[..<end])
    }
}

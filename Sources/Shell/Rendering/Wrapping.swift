/// Wraps and truncates texts to a number of columns.
enum Wrapping {
    /// Returns the lines of a text, wrapped between words. Words that are longer than a line are split.
    ///
    /// - Parameters:
    ///   - text: The text. Its line ends are kept.
    ///   - width: The width in columns; `nil` to split only at the line ends of the text.
    static func lines(of text: String, width: Int?) -> [String] {
        let own = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let width, width > 0 else { return own.map(String.init) }
        return own.flatMap { DisplayWidth.of(String($0)) <= width ? [String($0)] : wrap($0, width: width) }
    }

    private static func wrap(_ line: Substring, width: Int) -> [String] {
        // Wrapped lines keep the indentation.
        let indent = String(line.prefix { $0 == " " }.prefix(width / 2))
        var wrapped = WrappedLines(indent: indent, width: width)
        for word in line.split(separator: " ") { wrapped.append(word: String(word)) }
        wrapped.endLine()
        return wrapped.lines
    }

    /// Returns the beginning of a text that fits into a width. An escape such as `\u{4E09}` is never split.
    static func prefix(of text: String, width: Int) -> String {
        var columns = 0
        var end = text.startIndex
        while end < text.endIndex {
            if let next = text.endOfEscape(at: end) {
                columns += text.distance(from: end, to: next)
                if columns > width { break }
                end = next
            } else {
                columns += DisplayWidth.of(text[end])
                if columns > width { break }
                end = text.index(after: end)
            }
        }
        return String(text[..<end])
    }

    /// Returns the text, truncated with an ellipsis if it doesn't fit.
    static func fitted(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        DisplayWidth.of(text) <= width ? text : cut(text, to: width, ellipsis: ellipsis)
    }

    /// Returns the text truncated with an ellipsis. The text must be wider than the width.
    static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        let ellipsisWidth = ellipsis.count
        if width <= ellipsisWidth { return prefix(of: text, width: width) }
        let head = prefix(of: text, width: width - ellipsisWidth)
        return head.trimmingTrailingSpaces() + ellipsis
    }
}

/// The lines of a text that is wrapped word by word.
private struct WrappedLines {
    let indent: String
    let width: Int
    private(set) var lines: [String] = []
    private var current: String
    private var columns: Int

    init(indent: String, width: Int) {
        self.indent = indent
        self.width = width
        current = indent
        columns = indent.count
    }

    private var isAtBeginning: Bool { columns <= indent.count }

    mutating func append(word: String) {
        let wordWidth = DisplayWidth.of(word)
        if isAtBeginning ? columns + wordWidth <= width : columns + 1 + wordWidth <= width {
            if !isAtBeginning { append(" ", 1) }
            append(word, wordWidth)
        } else if indent.count + wordWidth <= width {
            endLine()
            append(word, wordWidth)
        } else {
            append(long: word)
        }
    }

    mutating func endLine() {
        lines.append(current)
        current = indent
        columns = indent.count
    }

    /// Appends a word that is longer than a line. The word starts on the current line and continues on
    /// further lines.
    private mutating func append(long word: String) {
        if !isAtBeginning {
            if columns + 1 < width { append(" ", 1) } else { endLine() }
        }
        var rest = word[...]
        while let first = rest.first {
            var head = Wrapping.prefix(of: String(rest), width: width - columns)
            if head.isEmpty && !isAtBeginning {
                endLine()
                continue
            }
            if head.isEmpty {
                // If one character is wider than the line, write it anyway.
                current = ""
                columns = 0
                head = String(first)
            }
            append(head, DisplayWidth.of(head))
            rest = rest.dropFirst(head.count)
            if !rest.isEmpty { endLine() }
        }
    }

    private mutating func append(_ text: String, _ textWidth: Int) {
        current += text
        columns += textWidth
    }
}

extension String {
    func trimmingTrailingSpaces() -> String {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return String(self[..<end])
    }

    /// Returns the end of the `\u{…}` escape that starts at an index; `nil` if there is none.
    fileprivate func endOfEscape(at index: Index) -> Index? {
        guard self[index] == "\\" else { return nil }
        let rest = self[index...].dropFirst()
        guard rest.hasPrefix("u{"), let end = rest.prefix(10).firstIndex(of: "}") else { return nil }
        return rest[..<end].dropFirst(2).allSatisfy(\.isHexDigit) ? self.index(after: end) : nil
    }
}

extension ValueType where Value == String {
    /// Any text, as it is typed.
    public static var text: ValueType<String> {
        ValueType(placeholder: "TEXT") { string, _ in string }
    }

    /// A text that is more than spaces; spaces around it are dropped. Throws ``ValueError/blank``.
    public static var nonBlank: ValueType<String> {
        ValueType(placeholder: "TEXT") { string, _ in
            let trimmed = string.trimmingWhitespace()
            if trimmed.isInvisible { throw ValueError.blank }
            return trimmed
        }
    }

    /// A file's path, completed with the files that are there; `~/` stands for the home directory.
    public static var path: ValueType<String> {
        ValueType(placeholder: "FILE", completion: .files) { string, context in
            if string.isEmpty { throw ValueError.blank }
            guard let home = context.home, string == "~" || string.hasPrefix("~/") else { return string }
            return home + string.dropFirst(1)
        }
    }
}

extension StringProtocol {
    /// Whether nothing of the text can be seen: it is empty, white space, or characters such as U+200B, which have no
    /// width.
    ///
    /// ```swift
    /// "\u{200B} ".isInvisible  // true
    /// ```
    public var isInvisible: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }

    /// The text without white space and line ends around it.
    func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

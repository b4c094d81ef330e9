extension ValueType where Value == String {
    /// Any text, as it is typed.
    public static var text: ValueType<String> {
        ValueType(placeholder: Shell.text("TEXT")) { string, _ in string }
    }

    /// A text with at least one visible character, without the spaces around it. Parsing throws
    /// ``ValueError/blank``.
    public static var nonBlank: ValueType<String> {
        ValueType(placeholder: Shell.text("TEXT")) { string, _ in
            let trimmed = string.trimmingWhitespace()
            if trimmed.isInvisible { throw ValueError.blank }
            return trimmed
        }
    }

    /// A file's path, completed from the file system. `~/` is the home directory.
    public static var path: ValueType<String> { path(endings: []) }

    /// A file's path, of which Tab offers only directories and files with one of the endings. `~/` is the home
    /// directory.
    ///
    /// ```swift
    /// Parameter.required("file", .path(endings: ["csv", "json"]), help: text("The file."))
    /// ```
    ///
    /// - Parameter endings: The endings in lower case and without dots; empty for all files.
    public static func path(endings: [String]) -> ValueType<String> {
        ValueType(placeholder: Shell.text("FILE"), completion: .files(endings: endings)) { string, context in
            if string.isEmpty { throw ValueError.blank }
            guard let home = context.home, string == "~" || string.hasPrefix("~/") else { return string }
            return home + string.dropFirst(1)
        }
    }
}

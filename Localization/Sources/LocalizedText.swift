/// A text for the user: a key of a string table and the values of its placeholders.
///
/// ``Localizer/string(_:)`` resolves the text when it is shown. Therefore a stored text can be shown later in
/// any language.
///
/// ```swift
/// let text = LocalizedText("Added “%@”.", table: "MyBooks", ["Solaris".textArgument])
/// Localizer(.english).string(text)  // Added “Solaris”.
/// ```
///
/// A program declares a function for the texts of its own table. The examples of the libraries call it:
///
/// ```swift
/// func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
///     LocalizedText(key, table: "MyBooks", arguments.map(\.textArgument))
/// }
/// ```
public struct LocalizedText: Hashable, Sendable, Codable {
    /// The name of the string table, without an extension.
    public let table: String
    /// The English text, which is the key.
    public let key: String
    /// The values of the placeholders, in order.
    public let arguments: [TextArgument]

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - key: The English text, which is the key.
    ///   - table: The name of the string table, without an extension.
    ///   - arguments: The values of the placeholders, in order.
    public init(_ key: String, table: String, _ arguments: [TextArgument] = []) {
        self.table = table
        self.key = key
        self.arguments = arguments
    }

    /// Returns a text that is the same in every language, such as a title.
    public static func verbatim(_ string: String) -> LocalizedText {
        LocalizedText("%@", table: "", [.string(string)])
    }

    /// Returns a text of several lines that is the same in every language. A line break within one string
    /// would be shown as a visible control character.
    public static func verbatim(lines: String...) -> LocalizedText {
        LocalizedText(lines.map { _ in "%@" }.joined(separator: "\n"), table: "", lines.map { .string($0) })
    }
}

extension LocalizedText {
    /// Returns the text with its nested texts replaced at any depth.
    ///
    /// ```swift
    /// let names = ["hugo": "Hugo Award"]
    /// let award = LocalizedText("hugo", table: "Awards")
    /// let step = LocalizedText("Added “%@”.", table: "MyBooks", [award.textArgument])
    /// step.replacingNested { $0.table == "Awards" ? .verbatim(names[$0.key] ?? $0.key) : $0 }
    /// ```
    ///
    /// - Parameter replacement: Returns the replacement of a nested text, or the text itself to keep it.
    public func replacingNested(_ replacement: (LocalizedText) -> LocalizedText) -> LocalizedText {
        LocalizedText(key, table: table, arguments.map { $0.replacing(replacement) })
    }
}

extension TextArgument {
    fileprivate func replacing(_ replacement: (LocalizedText) -> LocalizedText) -> TextArgument {
        switch self {
        case .text(let text): .text(replacement(text.replacingNested(replacement)))
        case .abbreviation(let short, let spoken):
            .abbreviation(
                replacement(short.replacingNested(replacement)),
                spoken: replacement(spoken.replacingNested(replacement)))
        case .list(let items): .list(items.map { $0.replacing(replacement) })
        case .choice(let items): .choice(items.map { $0.replacing(replacement) })
        case .string, .integer, .decimal, .day, .moment, .time: self
        }
    }
}

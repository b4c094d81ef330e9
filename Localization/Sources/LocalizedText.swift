/// A text that a person sees: a key of a string table and the values that fill its placeholders.
///
/// The text is resolved where it is shown, by ``Localizer/string(_:)``, so the same value can be shown in any
/// language, and can be stored and shown later.
///
/// ```swift
/// let text = LocalizedText("Added “%@”.", table: "MyBooks", ["Solaris".textArgument])
/// Localizer(.english).string(text)  // Added “Solaris”.
/// ```
public struct LocalizedText: Hashable, Sendable, Codable {
    /// The string table's name, without an ending.
    public let table: String
    /// The English text, which is the key.
    public let key: String
    /// The values of the placeholders, in order.
    public let arguments: [TextArgument]

    /// Makes a text from a key of a table and the values of its placeholders.
    public init(_ key: String, table: String, _ arguments: [TextArgument] = []) {
        self.table = table
        self.key = key
        self.arguments = arguments
    }

    /// A text that is the same in every language, such as a title.
    public static func verbatim(_ string: String) -> LocalizedText {
        LocalizedText("%@", table: "", [.string(string)])
    }
}

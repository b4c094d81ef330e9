import Localization

/// One of the words that an argument accepts, with the value it means.
///
/// ```swift
/// enum Status { case onShelf, lent }
/// let choices = [Choice("on-shelf", Status.onShelf, text("on shelf")), Choice("lent", .lent, text("lent"))]
/// ```
public struct Choice<Value: Sendable>: Sendable {
    /// The word that is the same in every language, in lower case, such as `on-shelf`.
    public let name: String
    /// The value that the word means.
    public let value: Value
    /// Words for the choice in the user's language, which are accepted too.
    public let words: [LocalizedText]
    /// Other words for the same, as other programs have them. They are accepted, but not offered.
    public private(set) var otherNames: [String] = []

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - name: The word that is the same in every language, in lower case.
    ///   - value: The value that the word means.
    ///   - words: Words for the choice in the user's language, which are accepted too.
    public init(_ name: String, _ value: Value, _ words: LocalizedText...) {
        self.init(name, value, words: words)
    }

    init(_ name: String, _ value: Value, words: [LocalizedText]) {
        self.name = name
        self.value = value
        self.words = words
    }

    /// Returns this choice with other words for the same, in lower case, which are accepted but not offered.
    ///
    /// ```swift
    /// let choice = Choice("completed", true).also("read", "finished")
    /// ```
    public func also(_ names: String...) -> Choice {
        var choice = self
        choice.otherNames = names
        return choice
    }
}

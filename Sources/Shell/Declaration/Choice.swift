import Localization

/// One of the words that an argument chooses from, and the value it stands for.
///
/// ```swift
/// Choice("on-shelf", Status.onShelf, text("on shelf"))
/// ```
public struct Choice<Value: Sendable>: Sendable {
    /// The word that is the same in every language, in lower case, such as `on-shelf`.
    public let name: String
    /// What it stands for.
    public let value: Value
    /// The words of the person's language that are understood too.
    public let words: [LocalizedText]

    /// Makes a choice.
    public init(_ name: String, _ value: Value, _ words: LocalizedText...) {
        self.name = name
        self.value = value
        self.words = words
    }

    init(_ name: String, _ value: Value, words: [LocalizedText]) {
        self.name = name
        self.value = value
        self.words = words
    }
}

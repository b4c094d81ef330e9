import Localization

/// A term and what it means, as in the help. For people only.
public struct Definition: Sendable {
    /// The term, such as a command's name.
    public let term: String
    /// What it means.
    public let meaning: LocalizedText

    /// Makes a definition.
    public init(_ term: String, _ meaning: LocalizedText) {
        self.term = term
        self.meaning = meaning
    }
}

import Localization

/// A term and its meaning, as in the help. Machine-readable formats omit it.
public struct Definition: Sendable {
    /// The term, such as a command's name.
    public let term: LocalizedText
    /// The meaning of the term.
    public let meaning: LocalizedText

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - term: The term, such as a command's name.
    ///   - meaning: The meaning of the term.
    public init(_ term: LocalizedText, _ meaning: LocalizedText) {
        self.term = term
        self.meaning = meaning
    }

    /// Creates a definition of a term that is the same in every language.
    ///
    /// - Parameters:
    ///   - term: The term, such as an option's name.
    ///   - meaning: The meaning of the term.
    public init(_ term: String, _ meaning: LocalizedText) {
        self.init(.verbatim(term), meaning)
    }
}

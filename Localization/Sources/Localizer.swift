import Foundation

/// One language's way to write texts, numbers, dates and lists.
public struct Localizer: Sendable {
    /// The language.
    public let language: Language

    /// Makes the localizer of a language.
    public init(_ language: Language) {
        self.language = language
    }

    /// The text in this language.
    public func string(_ text: LocalizedText) -> String {
        text.key
    }
}

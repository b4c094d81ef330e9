import Localization

/// A word that Tab completes, and what the person's language has for it.
///
/// ```swift
/// Completion.words(["bash", .localized("on-shelf", [text("on shelf")]), .day(.today)])
/// ```
public enum CompletionWord: Sendable, Hashable {
    /// The same in every language.
    case fixed(String)
    /// An English word, and those of the person's language, the likeliest first.
    case localized(String, [LocalizedText])
    /// A word for a day.
    case day(NamedDay)

    /// The words of the person's language; the English one where there is none.
    func own(_ localizer: Localizer) -> [String] {
        switch self {
        case .fixed(let word): [word]
        case .localized(let name, let words):
            // In English the word that programs read too is the usual one.
            words.isEmpty || localizer.language == .english ? [name] : words.map(localizer.string)
        case .day(let day): localizer.words(for: day)
        }
    }

    /// The English word, which is understood in every language.
    var english: String {
        switch self {
        case .fixed(let word): word
        case .localized(let name, _): name
        case .day(let day): day.rawValue
        }
    }
}

extension CompletionWord: ExpressibleByStringLiteral {
    /// The same word in every language.
    public init(stringLiteral word: String) { self = .fixed(word) }
}

extension Choice {
    /// As Tab completes it.
    var completionWord: CompletionWord { words.isEmpty ? .fixed(name) : .localized(name, words) }
}

extension NamedDay {
    /// The words for days as they are completed for something that has most likely happened.
    public static var past: [CompletionWord] { [.day(.today), .day(.yesterday), .day(.tomorrow)] }

    /// The words for days as they are completed for something that most likely lies ahead.
    public static var coming: [CompletionWord] { [.day(.today), .day(.tomorrow), .day(.yesterday)] }
}

import Localization

/// A word that Tab completes, with its forms in the user's language.
///
/// ```swift
/// Completion.words(["bash", .localized("on-shelf", [text("on shelf")]), .day(.today)])
/// ```
public enum CompletionWord: Sendable, Hashable {
    /// A word that is the same in every language.
    case fixed(String)
    /// An English word and its translations, the most common first.
    case localized(String, [LocalizedText])
    /// A word for a day, such as `today`.
    case day(NamedDay)

    /// Returns the words of the user's language, or the English word if there are none.
    func own(_ localizer: Localizer) -> [String] {
        switch self {
        case .fixed(let word): [word]
        case .localized(let name, let words):
            // In English, offer the stable name, which scripts use too.
            words.isEmpty || localizer.language == .english ? [name] : words.map(localizer.string)
        case .day(let day): localizer.words(for: day)
        }
    }

    /// The English word, which is accepted in every language.
    public var english: String {
        switch self {
        case .fixed(let word): word
        case .localized(let name, _): name
        case .day(let day): day.rawValue
        }
    }
}

extension CompletionWord: ExpressibleByStringLiteral {
    /// Creates a word that is the same in every language.
    public init(stringLiteral word: String) { self = .fixed(word) }
}

extension Choice {
    /// The choice as a word that Tab completes.
    var completionWord: CompletionWord { words.isEmpty ? .fixed(name) : .localized(name, words) }
}

extension NamedDay {
    /// The words for days, ordered for values that are usually in the past: today, yesterday, tomorrow.
    public static var past: [CompletionWord] { [.day(.today), .day(.yesterday), .day(.tomorrow)] }

    /// The words for days, ordered for values that are usually in the future: today, tomorrow, yesterday.
    public static var coming: [CompletionWord] { [.day(.today), .day(.tomorrow), .day(.yesterday)] }
}

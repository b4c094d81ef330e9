/// A language made of the English texts when the program runs, to find what isn't localized and what doesn't fit.
///
/// `en-XA` has accents on every letter, is 40 % longer and stands in brackets; `en-XB` is twice as long. Both are
/// understood where a language is named, and offered nowhere.
///
/// ```swift
/// PseudoLanguage(Language(matching: "en-XA") ?? .english)?.format("Added “%@”.")  // ⟦Áđđéđ “%@”. ~~~~⟧
/// ```
struct PseudoLanguage: Sendable {
    /// The codes of the languages.
    static let codes = ["en-XA", "en-XB"]

    /// How many characters are added for each hundred.
    private let growth: Int
    private let hasAccents: Bool

    /// The pseudo-language that a language is; `nil` for the languages that people speak.
    init?(_ language: Language) {
        switch language.code {
        case "en-XA": (growth, hasAccents) = (40, true)
        case "en-XB": (growth, hasAccents) = (100, false)
        default: return nil
        }
    }

    /// The text of an English format. Its placeholders stay as they are.
    func format(_ english: String) -> String {
        if english.isEmpty { return english }
        let bytes = english.utf8
        var result = "⟦"
        var start = bytes.startIndex
        while let percent = bytes[start...].firstIndex(of: UInt8(ascii: "%")) {
            result += accented(english[start..<percent])
            let end = Placeholder(bytes[percent...])?.end ?? bytes.index(after: percent)
            result += english[percent..<end]
            start = end
        }
        return result + accented(english[start...]) + padding(english.count) + "⟧"
    }

    /// An entry of an English table in this language.
    func entry(_ entry: StringTable.Entry) -> StringTable.Entry {
        switch entry {
        case .text(let text): .text(format(text))
        case .plural(let plural): .plural(self.plural(plural))
        }
    }

    /// The forms of a text that depends on numbers.
    func plural(_ plural: PluralText) -> PluralText {
        PluralText(
            format: plural.format,
            variables: plural.variables.map { variable in
                PluralText.Variable(
                    name: variable.name, forms: variable.forms.map { ($0.category, format($0.text)) })
            })
    }

    /// Words of up to eight signs, so that lines can be broken as in a language that is longer than English.
    private func padding(_ count: Int) -> String {
        var rest = (count * growth + 99) / 100
        var words = ""
        while rest > 0 {
            words += " " + String(repeating: "~", count: min(rest, 8))
            rest -= 9
        }
        return words
    }

    private func accented(_ text: Substring) -> String {
        guard hasAccents else { return String(text) }
        return String(text.map { Self.accents[$0] ?? $0 })
    }

    private static let accents: [Character: Character] = {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let accented = "áƀçđéƒĝĥíĵķĺɱñóþɋŕšţúʋŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚƲŴẊÝŽ"
        return Dictionary(zip(letters, accented)) { first, _ in first }
    }()
}

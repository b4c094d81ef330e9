/// A pseudo-language, generated from the English texts at run time. It reveals texts that aren't localized or
/// don't fit.
///
/// `en-XA` adds accents to all letters, makes texts 40 % longer and puts them in brackets. `en-XB` makes
/// texts 100 % longer and puts them in brackets. Both can be selected by their codes but are never listed.
///
/// ```swift
/// PseudoLanguage(Language(matching: "en-XA") ?? .english)?.format("Added “%@”.")  // ⟦Áđđéđ “%@”. ~~~~⟧
/// ```
struct PseudoLanguage: Sendable {
    /// The codes of the pseudo-languages.
    static let codes = ["en-XA", "en-XB"]

    /// The number of characters that are added per hundred characters.
    private let growth: Int
    private let hasAccents: Bool

    /// Creates the pseudo-language with the code of `language`; `nil` for natural languages.
    init?(_ language: Language) {
        switch language.code {
        case "en-XA": (growth, hasAccents) = (40, true)
        case "en-XB": (growth, hasAccents) = (100, false)
        default: return nil
        }
    }

    /// Returns an English format in this language. Its placeholders are left unchanged.
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

    /// Returns an entry of an English table in this language.
    func entry(_ entry: StringTable.Entry) -> StringTable.Entry {
        switch entry {
        case .text(let text): .text(format(text))
        case .plural(let plural): .plural(self.plural(plural))
        }
    }

    /// Returns the forms of a plural text in this language.
    func plural(_ plural: PluralText) -> PluralText {
        PluralText(
            format: plural.format,
            variables: plural.variables.map { variable in
                PluralText.Variable(
                    name: variable.name, forms: variable.forms.map { ($0.category, format($0.text)) })
            })
    }

    /// Returns the characters that make a text longer: words of up to eight tildes, so that lines can wrap
    /// between them.
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

extension Language {
    /// Whether this is a pseudo-language (`en-XA` or `en-XB`), which helps to find texts that aren't
    /// localized.
    public var isPseudo: Bool { PseudoLanguage.codes.contains(code) }
}

import Localization

extension ValueType {
    /// One of several words: the English name or a word of the user's language. Case doesn't matter.
    ///
    /// Parsing throws ``ValueError/unknownChoice(_:choices:nearest:)``.
    public static func choice(_ choices: [Choice<Value>]) -> ValueType<Value> {
        let names = choices.map(\.name)
        return ValueType(
            placeholder: .verbatim(names.joined(separator: "|")),
            completion: .words(choices.map(\.completionWord))
        ) { string, context in
            let wanted = ChoiceWord.normal(string)
            if let choice = choices.first(where: { ChoiceWord.normal($0.name) == wanted }) {
                return choice.value
            }
            for choice in choices {
                let words = choice.words.map { ChoiceWord.normal(context.localizer.string($0)) }
                if words.contains(wanted) || choice.otherNames.contains(wanted) { return choice.value }
            }
            let localized = choices.flatMap { $0.words.map { context.localizer.string($0) } }
            let others = Set(localized).subtracting(names).sorted()
            // Messages in another language offer the words of that language, which are accepted like the
            // English words.
            let isEnglish = context.localizer.language.code == Language.english.code
            let offered = choices.map { choice in
                isEnglish ? choice.name : choice.words.first.map(context.localizer.string) ?? choice.name
            }
            throw ValueError.unknownChoice(
                string, choices: offered, nearest: nearest(to: string, in: names + others))
        }
    }
}

extension ValueType where Value == Language {
    /// One of the available languages, by its code. Pseudo-languages are accepted but not listed.
    static var language: ValueType<Language> {
        let choice = ValueType.choice(Language.available.map { Choice($0.code, $0) })
        return ValueType(placeholder: choice.placeholder, completion: choice.completion) { code, context in
            if let language = Language(matching: code), language.isPseudo { return language }
            return try choice.parse(code, context)
        }
    }
}

enum ChoiceWord {
    /// Returns the form in which words are compared: lower case, with `-` for spaces and underscores.
    static func normal(_ word: String) -> String {
        String(word.trimmingWhitespace().lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
    }
}

import Localization

extension ValueType {
    /// One of several words: the stable English name or a word of the person's language, whatever the case.
    ///
    /// Throws ``ValueError/unknownChoice(_:choices:nearest:)``.
    public static func choice(_ choices: [Choice<Value>]) -> ValueType<Value> {
        let names = choices.map(\.name)
        return ValueType(placeholder: names.joined(separator: "|"), completion: .words(names)) {
            string, context in
            let wanted = ChoiceWord.normal(string)
            if let choice = choices.first(where: { ChoiceWord.normal($0.name) == wanted }) {
                return choice.value
            }
            for choice in choices {
                let words = choice.words.map { ChoiceWord.normal(context.localizer.string($0)) }
                if words.contains(wanted) { return choice.value }
            }
            let localized = choices.flatMap { $0.words.map { context.localizer.string($0) } }
            throw ValueError.unknownChoice(
                string, choices: names, nearest: nearest(to: string, in: names + localized))
        }
    }

    /// A value of another type, or the word `none` (also in the person's language) for no value at all.
    ///
    /// ```swift
    /// static let rating = Parameter.required(
    ///     "rating", .orNone(.integer(in: 1...5)), help: text("The rating."))
    /// ```
    public static func orNone<Wrapped>(
        _ type: ValueType<Wrapped>
    ) -> ValueType<Wrapped?> where Value == Wrapped? {
        let completion: Completion =
            switch type.completion {
            case .words(let words): .words(words + ["none"])
            case .none: .words(["none"])
            case .files, .live: type.completion
            }
        return ValueType<Wrapped?>(placeholder: "\(type.placeholder)|none", completion: completion) {
            string, context in
            let wanted = ChoiceWord.normal(string)
            if wanted == "none" || wanted == ChoiceWord.normal(context.localizer.string(Shell.text("none"))) {
                return nil
            }
            return try type.parse(string, context)
        }
    }
}

extension ValueType where Value == Language {
    /// One of the suite's languages, by its code.
    static var language: ValueType<Language> {
        .choice(Language.available.map { Choice($0.code, $0) })
    }
}

enum ChoiceWord {
    /// The form in which words are compared: small letters, and `-` for a space.
    static func normal(_ word: String) -> String {
        String(word.trimmingWhitespace().lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
    }
}

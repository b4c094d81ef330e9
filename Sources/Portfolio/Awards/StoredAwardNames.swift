import Localization

/// The names of awards in the labels of the history. The store has them in English, and the program shows
/// them in the user's current language.
enum StoredAwardNames {
    /// The table name that marks an award's name among localized texts.
    private static let table = "awards.json"

    /// Returns an award's name in the form for storage. A program that doesn't know awards shows the English
    /// name.
    static func stored(_ award: Award) -> LocalizedText {
        let english = AwardFile.builtIn(.english).all.first { $0.key == award.key }
        return LocalizedText((english ?? award).name, table: table)
    }

    /// Returns a step's label with the names of awards in a language. Unknown names stay as they are.
    ///
    /// - Parameters:
    ///   - step: The stored label.
    ///   - language: The language.
    static func localized(_ step: LocalizedText, in language: Language) -> LocalizedText {
        step.replacingNested { name in
            guard name.table == table else { return name }
            let key = AwardFile.builtIn(.english).all.first { $0.name == name.key }?.key
            let award = AwardFile.builtIn(language).all.first { $0.key == key }
            return .verbatim(award?.name ?? name.key)
        }
    }
}

import Localization

/// The names of awards in the history's labels. They are stored in English, and shown in the user's current
/// language.
enum StoredAwardNames {
    /// The table name that marks an award's name among localized texts.
    private static let table = "awards.json"

    /// Returns an award's name for storage. Programs that don't know awards show its English name.
    static func stored(_ award: Award) -> LocalizedText {
        let english = AwardFile.builtIn(.english).all.first { $0.key == award.key }
        return LocalizedText((english ?? award).name, table: table)
    }

    /// Returns a step's label with the names of awards in a language. Unknown names, and those that earlier
    /// versions stored as plain text, stay as they are.
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

import Localization

/// The names of awards in steps of the history: kept as the English ones, and shown as the language has them, whichever
/// language was spoken when an award was earned.
enum KeptAwardNames {
    /// What tells such a name from a text of a string table.
    private static let table = "awards.json"

    /// The name as it is kept. Who knows nothing of awards shows the English one.
    static func kept(_ award: Award) -> LocalizedText {
        let english = AwardFile.builtIn(.english).all.first { $0.key == award.key }
        return LocalizedText((english ?? award).name, table: table)
    }

    /// A step with the names that a language has. What no award is called stays, as do names that were kept in the words
    /// of their time.
    static func shown(_ step: LocalizedText, in language: Language) -> LocalizedText {
        step.replacingNested { name in
            guard name.table == table else { return name }
            let key = AwardFile.builtIn(.english).all.first { $0.name == name.key }?.key
            let award = AwardFile.builtIn(language).all.first { $0.key == key }
            return .verbatim(award?.name ?? name.key)
        }
    }
}

@testable import Localization

/// Problems in string tables, as messages for translators.
struct TableProblems {
    /// The problems, such as `pl/Shell: “Help” is missing`.
    private(set) var all: [String] = []
    private let tables: [TableFiles.Table]

    /// Compares the tables of all languages with the English tables.
    init(_ tables: [TableFiles.Table]) {
        self.tables = tables
        for language in Set(tables.map(\.language)).sorted() {
            let isUnfinished = isUnfinished(language)
            for name in Set(tables.map(\.name)).sorted() {
                guard let table = tables.first(where: { $0.language == language && $0.name == name }) else {
                    if !isUnfinished { all.append("\(language): the table \(name) is missing") }
                    continue
                }
                compareKeys(of: table)
                if name == LanguageFacts.table { continue }
                for (key, entry) in table.entries.sorted(by: { $0.key < $1.key }) {
                    let place = "\(language)/\(name): “\(key)”"
                    checkArguments(key, entry, place)
                    checkPlurals(entry, of: language, place)
                    if language == Language.english.code {
                        checkEnglish(key, entry, place)
                    } else if !isUnfinished, !Self.sameAsEnglish.contains(key) {
                        checkTranslated(key, entry, in: name, place)
                    }
                }
            }
        }
    }

    /// Whether the facts about a language say that its translation is unfinished: texts may then be missing or in
    /// English.
    private func isUnfinished(_ language: String) -> Bool {
        let facts = tables.first { $0.language == language && $0.name == LanguageFacts.table }?.entries
        return facts?[LanguageFacts.Name.translation.rawValue] == .text("unfinished")
    }

    private func english(_ name: String) -> [String: TableFiles.Entry] {
        tables.first { $0.name == name && $0.language == Language.english.code }?.entries ?? [:]
    }

    private mutating func compareKeys(of table: TableFiles.Table) {
        let keys = Set(english(table.name).keys), own = Set(table.entries.keys)
        let place = "\(table.language)/\(table.name)"
        if !isUnfinished(table.language) {
            all += keys.subtracting(own).sorted().map { "\(place): “\($0)” is missing" }
        }
        all += own.subtracting(keys).sorted().map { "\(place): “\($0)” is no key of the English table" }
    }

    // MARK: Arguments

    private mutating func checkArguments(_ key: String, _ entry: TableFiles.Entry, _ place: String) {
        let expected = Placeholders(key)
        switch entry {
        case .text(let text):
            if Placeholders(text) != expected { all.append("\(place) takes other arguments") }
        case .plural(let format, let variables):
            checkArguments(format, variables, expected, place)
        }
    }

    /// Checks the arguments of a format and its forms. The `other` form must use all arguments. Other forms
    /// may use fewer, since “a book” needs no number.
    private mutating func checkArguments(
        _ format: String, _ variables: [String: [String: String]], _ expected: Placeholders, _ place: String
    ) {
        var taken = Placeholders(format)
        var reached = taken.variables
        var waiting = Array(taken.variables.keys)
        while let name = waiting.popLast() {
            for (category, form) in variables[name] ?? [:] {
                let placeholders = Placeholders(form, first: reached[name] ?? 0)
                // If a form has several placeholders, they must be numbered. Otherwise they could refer to
                // different arguments in different forms.
                if placeholders.count > 1 {
                    all.append("\(place), \(name), \(category): number the placeholders")
                }
                for (variable, index) in placeholders.variables where reached[variable] == nil {
                    reached[variable] = index
                    waiting.append(variable)
                }
                for (index, kinds) in placeholders.kinds {
                    if expected.kinds[index]?.isSuperset(of: kinds) != true {
                        all.append("\(place), \(name), \(category) takes other arguments")
                    }
                    if category == "other" { taken.kinds[index, default: []].formUnion(kinds) }
                }
            }
        }
        if taken != expected { all.append("\(place) takes other arguments") }
        if Set(variables.keys) != Set(reached.keys) { all.append("\(place) has a variable that isn't used") }
    }

    // MARK: Plurals

    private mutating func checkPlurals(_ entry: TableFiles.Entry, of language: String, _ place: String) {
        guard case .plural(_, let variables) = entry else { return }
        let facts = tables.first { $0.language == language && $0.name == LanguageFacts.table }?.entries ?? [:]
        guard case .text(let written)? = facts[LanguageFacts.Name.pluralRules.rawValue],
            let rules = PluralRules(written)
        else {
            all.append("\(language)/\(LanguageFacts.table): there are no plural rules")
            return
        }
        let categories = Set(rules.categories.map(\.rawValue))
        for (name, forms) in variables {
            let given = Set(forms.keys)
            all += categories.subtracting(given).sorted().map { "\(place), \(name): no form for \($0)" }
            all += given.subtracting(categories).subtracting(["zero"]).sorted().map {
                "\(place), \(name): the language has no \($0)"
            }
        }
    }

    /// Checks that the English forms for one and many differ, except for listed keys.
    private mutating func checkEnglish(_ key: String, _ entry: TableFiles.Entry, _ place: String) {
        guard case .plural(_, let variables) = entry, !Self.sameForOne.contains(key) else { return }
        for (name, forms) in variables where forms["one"] == forms["other"] {
            all.append("\(place), \(name): the forms for one and other are the same")
        }
    }

    // MARK: Texts left in English

    private mutating func checkTranslated(
        _ key: String, _ entry: TableFiles.Entry, in table: String, _ place: String
    ) {
        switch entry {
        case .text(let text):
            if text == key { all.append("\(place) is left in English") }
        case .plural(_, let variables):
            guard case .plural(_, let originals) = english(table)[key] else { return }
            for (name, forms) in variables {
                let english = Set((originals[name] ?? [:]).values)
                for (category, form) in forms.sorted(by: { $0.key < $1.key }) where english.contains(form) {
                    all.append("\(place), \(name), \(category) is left in English")
                }
            }
        }
    }

    /// English texts that may stay unchanged in another language.
    private static let sameAsEnglish: Set<String> = [
        // The name of an argument, followed by its problem.
        "%1$@: %2$@",
        // A list of names, a weekday before a date, and a title before its description.
        "%@", "%1$@, %2$@", "%1$@: %2$@.",
        // A duration of hours and minutes, and a name with a role.
        "%1$@ %2$@", "%1$@ (%2$@)",
        // Units, which are the same in Polish (and in Hungarian, except for hours), and north on a map.
        "%@ km", "%@ m", "%@ kg", "%lld kilograms", "↑ N",
        // NASA's names of the spacecraft, with their numbers.
        "CSM", "LM",
        // Names that aren't translated, and the Polish words “pilot” and “terminal”.
        "Apollo %@", "pilot", "Terminal %@", "Fra Mauro", "Taurus-Littrow",
        // The abbreviations of seconds and minutes, which are the same in Polish.
        "%lld s", "%lld min",
        // The heading “Problem”, which is the same in Polish.
        "Problem",
        // Placeholders for numbers and distances, and words that aren't translated.
        "E-MAIL", "KM", "N", "N..N", "N,N,…", "N|up|down|first|last",
        // The name of the Colosseum, which is the same in Hungarian, alone and in examples.
        "Colosseum", "nearby colosseum --within 2", "sight delete colosseum",
        "sight edit colosseum --at 41.8902,12.4922", "sight move colosseum first", "sight show colosseum",
        "sight visited colosseum", "poi favourite colosseum", "poi delete colosseum", "poi show colosseum",
        "poi near colosseum", "sight schedule colosseum 2031-05-02 09:30 --for 2h",
        "sight unschedule colosseum",
    ]

    /// English plural entries whose forms for one and many are intentionally the same.
    private static let sameForOne: Set<String> = ["%lld in the crew", "%lld more"]
}

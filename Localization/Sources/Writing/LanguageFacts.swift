import Synchronization

/// The facts about a language, such as plural rules, date formats and month names. They come from the string
/// table `Language`.
final class LanguageFacts: Sendable {
    /// The names of the facts, which are the keys in the table.
    enum Name: String, CaseIterable {
        case name
        case englishName = "English name"
        case translation
        case pluralRules = "plural rules"
        case yes
        case no
        case dayBeforeYesterday = "day before yesterday"
        case yesterday
        case today
        case tomorrow
        case dayAfterTomorrow = "day after tomorrow"
        case dateWords = "date words"
        case dayEndings = "day endings"
        case fieldWords = "field words"
        case listSeparator = "list separator"
        case listLastSeparator = "list last separator"
        case choiceLastSeparator = "choice last separator"
        case minimumGroupingDigits = "minimum grouping digits"
        case groupingSeparator = "grouping separator"
        case decimalSeparator = "decimal separator"
        case dateNumeric = "date numeric"
        case dateMedium = "date medium"
        case dateLong = "date long"
        case dateFull = "date full"
        case monthAndYear = "month and year"
        case hours
        case timeOfTwelveHours = "time of 12 hours"
        case timeOfTwentyFourHours = "time of 24 hours"
        case dateAndTime = "date and time"
        case months
        case shortMonths = "short months"
        case monthsAlone = "months alone"
        case weekdays
        case shortWeekdays = "short weekdays"
        case firstWeekday = "first weekday"
        case halvesOfTheDay = "halves of the day"
        case collation
    }

    /// The name of the table that holds the facts.
    static let table = "Language"

    let name: String
    let listSeparator: String
    let listLastSeparator: String
    let choiceLastSeparator: String
    let minimumGroupingDigits: Int
    let groupingSeparator: String
    let decimalSeparator: String

    private let tables: [StringTable]
    private let parsedRules = Mutex<PluralRules?>(nil)
    private let parsedLists = Mutex<[Name: [String]]>([:])
    private let parsedPatterns = Mutex<[String: DatePattern]>([:])
    private let parsedDateWords = Mutex<DateWords?>(nil)

    /// Returns the facts about a language. They are loaded once per process.
    static func of(_ language: Language) -> LanguageFacts {
        known.withLock { known in
            if let facts = known[language.code] { return facts }
            let facts = LanguageFacts(language)
            known[language.code] = facts
            return facts
        }
    }

    private static let known = Mutex<[String: LanguageFacts]>([:])

    private init(_ language: Language) {
        let tables = language.fallbacks.compactMap { StringTable(Self.table, language: $0) }
        self.tables = tables
        func fact(_ name: Name) -> String { Self.fact(name, in: tables) }
        name = fact(.name)
        listSeparator = fact(.listSeparator)
        listLastSeparator = fact(.listLastSeparator)
        choiceLastSeparator = fact(.choiceLastSeparator)
        minimumGroupingDigits = Int(fact(.minimumGroupingDigits)) ?? 1
        groupingSeparator = fact(.groupingSeparator)
        decimalSeparator = fact(.decimalSeparator)
    }

    /// The plural rules, parsed when the first text needs them.
    var pluralRules: PluralRules {
        parsedRules.withLock { parsed in
            if let parsed { return parsed }
            let rules = PluralRules(self[.pluralRules]) ?? PluralRules()
            parsed = rules
            return rules
        }
    }

    /// Returns the value of a fact.
    subscript(name: Name) -> String {
        Self.fact(name, in: tables)
    }

    /// Returns the elements of a fact that is a list. They are parsed once.
    func list(_ name: Name) -> [String] {
        parsedLists.withLock { lists in
            if let list = lists[name] { return list }
            let list = self[name].split(separator: ",").map { $0.drop { $0 == " " }.description }
            lists[name] = list
            return list
        }
    }

    /// Returns a date pattern of the language. It is parsed once.
    func pattern(_ text: String) -> DatePattern {
        parsedPatterns.withLock { patterns in
            if let pattern = patterns[text] { return pattern }
            let pattern = DatePattern(text)
            patterns[text] = pattern
            return pattern
        }
    }

    /// The words of dates of the language and of English. They are prepared once.
    var dateWords: DateWords {
        parsedDateWords.withLock { parsed in
            if let parsed { return parsed }
            let words = DateWords([self, LanguageFacts.of(.english)])
            parsed = words
            return words
        }
    }

    private static func fact(_ name: Name, in tables: [StringTable]) -> String {
        for table in tables {
            if case .text(let text) = table.entry(for: name.rawValue) { return text }
        }
        return ""
    }
}

extension Localizer {
    /// Returns what the first known one of the English keys stands for that a word of the user's language means beside
    /// the fields' labels, such as `publisher` for the Polish “wydawca”; `nil` if none is known.
    ///
    /// - Parameters:
    ///   - word: The folded word.
    ///   - find: Returns what a key stands for; `nil` for an unknown key.
    public func field<Found>(of word: String, _ find: (_ key: String) -> Found?) -> Found? {
        for (keys, words) in fieldWordLines {
            guard words.contains(where: { SearchFold.fold(String($0)) == word }) else { continue }
            for key in keys { if let found = find(String(key)) { return found } }
        }
        return nil
    }

    /// Returns the words of the user's language that mean an English key beside the fields' labels, the most common first.
    public func fieldWords(for key: String) -> [String] {
        fieldWordLines.filter { $0.keys.contains { $0 == key } }.flatMap { $0.words.map(String.init) }
    }

    /// The lines of the everyday words for fields: English keys, and the words that mean them.
    private var fieldWordLines: [(keys: [Substring], words: [Substring])] {
        facts[.fieldWords].split(separator: ";").compactMap { line in
            let parts = line.split(separator: ":").map { $0.split(whereSeparator: \.isWhitespace) }
            return parts.count == 2 ? (keys: parts[0], words: parts[1]) : nil
        }
    }
}

extension Language {
    /// The language's own name for itself, such as `polski`.
    public var name: String {
        LanguageFacts.of(self).name
    }
}

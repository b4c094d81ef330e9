/// The words of dates and recurrences that users type, in a language and in English.
///
/// They come from the fact “date words” of the language's table `Language`.
public struct DateWords: Sendable {
    /// The meaning of a word.
    public enum Meaning: Hashable, Sendable {
        case number(Int)
        /// A day of a month, such as “15th”.
        case dayOfMonth(Int)
        /// A number in “every second Tuesday”.
        case ordinal(Int)
        case weekday(Weekday)
        /// A word for a weekday that means no single day, such as “Mondays”.
        case each(Weekday)
        case unit(CalendarUnit)
        /// A word such as “weekly”.
        case frequency(CalendarUnit)
        case next, last, end, after, every
        /// A word such as “in”, which counts from today on.
        case ahead
        /// The word “ago”.
        case ago
        /// A unit before today in one word, such as the Hungarian “hete”.
        case unitAgo(CalendarUnit)
        case endOf(CalendarUnit)
        /// A word such as “to”, before the second of two dates.
        case until
        /// A word without a meaning of its own, such as “on”.
        case filler
        case other(String)
    }

    private let known: [String: Meaning]
    private let numbers: [(word: String, number: Int)]
    private let dayEndings: [String]
    private let weekdays: [[String]]

    /// Prepares the words of a language. They have priority over English words.
    public init(_ localizer: Localizer) {
        self = localizer.facts.dateWords
    }

    init(_ facts: [LanguageFacts]) {
        var known: [String: Meaning] = [:]
        var numbers: [(String, Int)] = []
        for line in facts.flatMap({ $0[.dateWords].split(separator: ";") }) {
            let parts = line.split(separator: ":")
            guard parts.count == 2, let meaning = Self.meaning(named: trimmed(String(parts[0]))) else {
                continue
            }
            for word in parts[1].split(whereSeparator: \.isWhitespace).map({ SearchFold.fold(String($0)) })
            where known[word] == nil {
                known[word] = meaning
                if case .number(let number) = meaning { numbers.append((word, number)) }
            }
        }
        self.known = known
        self.numbers = numbers
        dayEndings = facts.flatMap { $0.list(.dayEndings) }.map { SearchFold.fold($0) }
        weekdays = facts.map { $0.list(.weekdays).map { SearchFold.fold($0) } }
    }

    /// The words that mean a day or a span of time, folded.
    var names: [String] {
        weekdays.flatMap(\.self) + known.filter { $0.value != .filler }.map(\.key)
    }

    /// Returns the meaning with a name of the table, such as `weekday 1` or `unit d`.
    static func meaning(named name: String) -> Meaning? {
        let words = name.split(separator: " ").map(String.init)
        let number = words.last.flatMap { Int($0) }
        let unit = words.last.flatMap { CalendarUnit(rawValue: $0) }
        switch words.first {
        case "weekday": return number.flatMap(Weekday.init(rawValue:)).map(Meaning.weekday)
        case "each": return number.flatMap(Weekday.init(rawValue:)).map(Meaning.each)
        case "number": return number.map(Meaning.number)
        case "ordinal": return number.map(Meaning.ordinal)
        case "unit": return unit.map(Meaning.unit)
        case "frequency": return unit.map(Meaning.frequency)
        case "ago": return words.count == 1 ? .ago : unit.map(Meaning.unitAgo)
        case "end": return words.count == 1 ? .end : unit.map(Meaning.endOf)
        case "next": return .next
        case "last": return .last
        case "after": return .after
        case "every": return .every
        case "ahead": return .ahead
        case "until": return .until
        case "filler": return .filler
        default: return nil
        }
    }

    /// Returns the meanings of the words of a text, without fillers. A number and a unit may be one word, as in
    /// `3d`.
    public func meanings(of text: String) -> [Meaning] {
        SearchFold.fold(text).split(whereSeparator: \.isWhitespace).flatMap { word -> [Meaning] in
            let word = word.hasSuffix(".") || word.hasSuffix(",") ? String(word.dropLast()) : String(word)
            return meanings(ofWord: word).filter { $0 != .filler }
        }
    }

    /// Returns whether a word can stand before a date without a meaning of its own, such as “on”, “to” or a dash.
    public func canPrecedeDate(_ word: some StringProtocol) -> Bool {
        ["-", "–", "—"].contains(word) || meanings(of: String(word)).allSatisfy { $0 == .until }
    }

    /// Returns the meanings of a folded word.
    func meanings(ofWord word: String) -> [Meaning] {
        if let known = known[word] { return [known] }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let number = Int(digits) {
            let rest = String(word.dropFirst(digits.count))
            if rest.isEmpty { return [.number(number)] }
            if dayEndings.contains(rest) { return [.dayOfMonth(number)] }
            // In Polish, “w” alone means “in”.
            let unit = CalendarUnit(rawValue: rest).map(Meaning.unit) ?? known[rest]
            return unit.flatMap { $0.isUnit ? [.number(number), $0] : nil } ?? [.other(word)]
        }
        // In Hungarian, a number and a unit are often one word: “kéthetente”.
        for (start, number) in numbers where word.hasPrefix(start) {
            if let unit = known[String(word.dropFirst(start.count))], unit.isUnit {
                return [.number(number), unit]
            }
        }
        return [weekday(word).map(Meaning.weekday) ?? .other(word)]
    }

    /// Returns the weekday that a folded word begins or whose last letter differs, as in the Polish “środę”.
    private func weekday(_ word: String) -> Weekday? {
        guard word.count >= 4 else { return nil }
        for names in weekdays {
            let found = names.indices.filter { index in
                names[index].hasPrefix(word)
                    || (word.count >= 5 && names[index].count == word.count
                        && names[index].dropLast() == word.dropLast())
            }
            if found.count == 1 { return Weekday(rawValue: found[0] + 1) }
        }
        return nil
    }
}

extension DateWords.Meaning {
    /// Whether the word can follow a number without a space.
    fileprivate var isUnit: Bool {
        switch self {
        case .unit, .frequency, .unitAgo: true
        default: false
        }
    }
}

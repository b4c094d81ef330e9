import Localization

/// The words of dates and recurrences that users type, in English and in the user's language.
struct DateWords {
    /// The meaning of a word.
    enum Meaning: Hashable, Sendable {
        case number(Int)
        /// A day of a month, such as “15th”.
        case dayOfMonth(Int)
        case weekday(Int)
        case unit(CalendarUnit)
        /// A word such as “weekly”.
        case frequency(CalendarUnit)
        case next, end, after, closing, every
        /// A word without a meaning of its own, such as “in”.
        case filler
        case endOf(CalendarUnit)
        case other(String)
    }

    /// The words of each meaning, separated by commas. The keys are the English words.
    private static let vocabulary: [(Meaning, LocalizedText)] = [
        (.weekday(1), text("monday, mon")), (.weekday(2), text("tuesday, tue")),
        (.weekday(3), text("wednesday, wed")), (.weekday(4), text("thursday, thu")),
        (.weekday(5), text("friday, fri")), (.weekday(6), text("saturday, sat")),
        (.weekday(7), text("sunday, sun")),
        (.unit(.day), text("day, days, d")), (.unit(.week), text("week, weeks, w")),
        (.unit(.month), text("month, months, m")), (.unit(.year), text("year, years, y")),
        (.frequency(.day), text("daily")), (.frequency(.week), text("weekly")),
        (.frequency(.month), text("monthly")), (.frequency(.year), text("yearly, annually")),
        (.next, text("next")), (.end, text("end")), (.after, text("after")),
        (.closing, text("closing, close, completion, done")), (.every, text("every, each")),
        (.filler, text("in, on, at, by, of, the, a, an, this, from, now")),
        (.endOf(.week), .verbatim("eow")), (.endOf(.month), .verbatim("eom")),
        (.endOf(.year), .verbatim("eoy")),
    ]

    /// The endings of English days of a month. Other languages have none, or write them as numbers.
    private static let ordinalEndings = ["st", "nd", "rd", "th"]

    private let meanings: [String: Meaning]

    /// Prepares the words of a language. The words of the language have priority over English words.
    init(_ localizer: Localizer) {
        var meanings: [String: Meaning] = [:]
        for localizer in [localizer, Localizer(.english)] {
            for (meaning, words) in Self.vocabulary {
                for word in localizer.string(words).split(separator: ",") {
                    let key = SearchFold.fold(String(word).trimmingSpaces)
                    if meanings[key] == nil { meanings[key] = meaning }
                }
            }
        }
        self.meanings = meanings
    }

    /// Returns the meanings of the words of a text, without fillers. A number and a unit may be one word, as in
    /// `3d`.
    func meanings(of text: String) -> [Meaning] {
        SearchFold.fold(text).split(whereSeparator: \.isWhitespace).flatMap { word -> [Meaning] in
            let word = word.hasSuffix(".") || word.hasSuffix(",") ? String(word.dropLast()) : String(word)
            if let known = meanings[word] { return known == .filler ? [] : [known] }
            let digits = word.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let number = Int(digits) else { return [.other(word)] }
            let rest = String(word.dropFirst(digits.count))
            if rest.isEmpty { return [.number(number)] }
            if Self.ordinalEndings.contains(rest) { return [.dayOfMonth(number)] }
            guard let unit = meanings[rest] else { return [.other(word)] }
            return [.number(number), unit]
        }
    }
}

extension Localizer {
    /// Parses a month that the user typed and returns its first day; `nil` if the text isn't a valid month.
    ///
    /// The function accepts `2025-05`, `5/2025`, a number from 1 to 12 for a month of the current year, and
    /// month names in the language or in English. Names may be abbreviated and combined with a year: `May`,
    /// `maj 2025`, `2025. május`.
    /// - Parameters:
    ///   - text: The text that the user typed.
    ///   - today: The current day of the user.
    public func parseMonth(_ text: String, today: CivilDate) -> CivilDate? {
        let words = SearchFold.fold(trimmed(text)).split { $0.isWhitespace || "-/.".contains($0) }.map(
            String.init)
        guard let first = words.first, words.count <= 2 else { return nil }
        guard words.count == 2, let last = words.last else {
            return month(first).flatMap { CivilDate(year: today.year, month: $0, day: 1) }
        }
        for (year, name) in [(first, last), (last, first)] where year.count == 4 {
            if let year = Int(year), let month = month(name) {
                return CivilDate(year: year, month: month, day: 1)
            }
        }
        return nil
    }

    /// Returns the month with a number or a name.
    func month(_ word: String) -> Int? {
        if let number = Int(word) { return (1...12).contains(number) ? number : nil }
        for facts in [facts, LanguageFacts.of(.english)] {
            let lists = [LanguageFacts.Name.months, .monthsAlone, .shortMonths].map { list in
                facts.list(list).map { SearchFold.fold($0).filter { $0 != "." } }
            }
            for names in lists {
                if let index = names.firstIndex(of: word) { return index + 1 }
            }
            guard word.count >= 3 else { continue }
            let begun = Set(lists.flatMap { $0.indices(where: { $0.hasPrefix(word) }) })
            if begun.count == 1, let index = begun.first { return index + 1 }
        }
        return nil
    }

    /// Parses a time of day that the user typed and returns the minutes since midnight; `nil` if the text
    /// isn't a valid time.
    ///
    /// The function accepts `18:30`, `18.30` and, with the words for AM and PM in the language or in English,
    /// `6:30 PM`, `6 PM` and `du. 6:30`.
    public func parseTime(_ text: String) -> Int? {
        var rest = Substring(SearchFold.fold(trimmed(text)))
        var half: Int?
        for facts in [facts, LanguageFacts.of(.english)] where half == nil {
            for (index, name) in facts.list(.halvesOfTheDay).map({ SearchFold.fold($0) }).enumerated()
            where rest.hasSuffix(name) || rest.hasPrefix(name) {
                rest = rest.hasSuffix(name) ? rest.dropLast(name.count) : rest.dropFirst(name.count)
                while rest.last?.isWhitespace == true { rest = rest.dropLast() }
                rest = rest.drop(while: \.isWhitespace)
                half = index
                break
            }
        }
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard parts.count == 2 || (parts.count == 1 && half != nil),
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts.count == 1 || parts[1].count == 2,
            let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0, minute < 60
        else { return nil }
        guard let half else { return hour < 24 ? hour * 60 + minute : nil }
        guard (1...12).contains(hour) else { return nil }
        return (hour % 12 + 12 * half) * 60 + minute
    }

    /// The names of the months, January first, as a calendar's headings show them.
    public var monthNames: [String] { facts.list(.monthsAlone) }

    /// The short names of the months, January first, without full stops.
    public var shortMonthNames: [String] {
        facts.list(.shortMonths).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    }

    /// The names of the weekdays as headings of a calendar, from the first day of a week; at most two columns
    /// wide.
    public var calendarWeekdays: [String] {
        let names = facts.list(.shortWeekdays)
        guard names.count == 7 else { return [] }
        let first = firstWeekday.rawValue - 1
        return Array(names[first...] + names[..<first])
    }
}

extension Array {
    fileprivate func indices(where condition: (Element) -> Bool) -> [Int] {
        indices.filter { condition(self[$0]) }
    }
}

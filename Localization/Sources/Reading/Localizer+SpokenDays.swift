extension Localizer {
    /// Parses a day that is written with the name of its month, in any order: `3 April`, `April 3, 2027`,
    /// `Friday, April 3, 2027`, `2027. április 3., péntek`. Returns `nil` if the text isn't such a day.
    ///
    /// - Parameters:
    ///   - text: The text that the user typed.
    ///   - today: The current day of the user.
    ///   - isComing: Whether a day without a year is the next one. If not, the year is required.
    func dayWithMonthName(_ text: String, today: CivilDate, isComing: Bool) -> CivilDate? {
        var words = SearchFold.fold(text).split { $0.isWhitespace || ",.".contains($0) }.map(String.init)
        if words.count > 2 { words.removeAll { weekday($0) != nil && monthNumber($0) == nil } }
        guard (2...3).contains(words.count) else { return nil }
        var year: Int?
        var month: Int?
        var day: Int?
        for word in words {
            if let number = Int(word) {
                if word.count == 4, year == nil {
                    year = number
                } else if day == nil {
                    day = number
                } else {
                    return nil
                }
            } else if month == nil, let number = monthNumber(word) {
                month = number
            } else {
                return nil
            }
        }
        guard let month, let day else { return nil }
        if let year { return CivilDate(year: year, month: month, day: day) }
        guard isComing else { return nil }
        // The next 29 February may be eight years away.
        return (today.year...today.year + 8).lazy
            .compactMap { CivilDate(year: $0, month: month, day: day) }.first { $0 >= today }
    }

    /// Parses a day relative to today: `friday` is the next Friday or today, `+3d` three days later, `+2w` two
    /// weeks later. Returns `nil` if the text isn't such a day.
    func relativeDay(_ text: String, today: CivilDate) -> CivilDate? {
        let folded = SearchFold.fold(text)
        if let weekday = weekday(folded) {
            return today.adding(days: (weekday.rawValue - today.weekday.rawValue + 7) % 7)
        }
        guard folded.first == "+" || folded.first == "-" else { return nil }
        let digits = folded.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "d": 1, "w": 7]
        guard (1...4).contains(digits.count), let count = Int(digits),
            let length = units[String(folded.dropFirst(1 + digits.count))]
        else { return nil }
        return today.adding(days: (folded.first == "-" ? -1 : 1) * count * length)
    }

    /// Returns the weekday with a folded name, or with at least three letters of its beginning. The last letter
    /// may differ, as in the Polish “środę”.
    private func weekday(_ word: String) -> Weekday? {
        guard word.count >= 3, word.allSatisfy(\.isLetter) else { return nil }
        for facts in [facts, LanguageFacts.of(.english)] {
            let names = facts.list(.weekdays).map { SearchFold.fold($0) }
            guard names.count == 7 else { continue }
            let index =
                names.firstIndex(of: word)
                ?? names.onlyIndex { $0.hasPrefix(word) }
                ?? (word.count >= 5
                    ? names.onlyIndex { $0.count == word.count && $0.dropLast() == word.dropLast() } : nil)
            if let index { return Weekday(rawValue: index + 1) }
        }
        return nil
    }

    /// Returns the number of the month with a folded name; `nil` for numbers.
    private func monthNumber(_ word: String) -> Int? {
        Int(word) == nil ? month(word) : nil
    }
}

extension [String] {
    /// Returns the index of the only element that matches; `nil` if several match or none.
    fileprivate func onlyIndex(where matches: (String) -> Bool) -> Int? {
        let found = indices.filter { matches(self[$0]) }
        return found.count == 1 ? found.first : nil
    }
}

extension Localizer {
    /// Parses a day as users say it: `friday`, `last friday`, `in 3 days`, `2 weeks ago`, `+3d`, `15th`, and if the
    /// day is usually in the future, `next week`, `2w`, `end of month`. Returns `nil` if the text isn't such a day.
    func spokenDay(_ folded: String, today: CivilDate, isComing: Bool) -> CivilDate? {
        for facts in [facts, LanguageFacts.of(.english)] {
            for day in NamedDay.allCases
            where facts.list(day.fact).contains(where: { SearchFold.fold($0) == folded }) {
                return today.adding(days: day.offset)
            }
        }
        if let first = folded.first, "+-".contains(first) {
            return distance(folded.dropFirst(), isBack: first == "-", today: today, isComing: isComing)
        }
        var words = DateWords(self).meanings(of: folded)
        let isAhead = words.contains(.ahead)
        let isAgo = words.contains(.ago)
        words.removeAll { $0 == .ahead || $0 == .ago }
        let sign = isAgo ? -1 : isAhead || isComing ? 1 : nil
        if isAgo && isAhead { return nil }
        switch words.count {
        case 1:
            return day(words[0], today, sign: sign, isComing: isComing, isShort: folded.count == 1)
        case 2:
            return day(words[0], words[1], today, sign: sign, isComing: isComing)
        default:
            return nil
        }
    }

    private func day(
        _ word: DateWords.Meaning, _ today: CivilDate, sign: Int?, isComing: Bool, isShort: Bool
    ) -> CivilDate? {
        switch word {
        // A letter such as the Hungarian “p” is a weekday only where a day is expected.
        case .weekday(let weekday) where isComing: today.next(weekday)
        case .weekday(let weekday) where !isShort: today.previous(weekday)
        case .unit(let unit): sign.flatMap { today.adding($0, unit) }
        case .unitAgo(let unit): today.adding(-1, unit)
        case .endOf(let unit) where isComing: today.end(of: unit)
        case .dayOfMonth(let day): nearest(day, today, isComing: isComing)
        default: nil
        }
    }

    private func day(
        _ first: DateWords.Meaning, _ second: DateWords.Meaning, _ today: CivilDate, sign: Int?,
        isComing: Bool
    ) -> CivilDate? {
        switch (first, second) {
        case (.number(let count), .unit(let unit)): sign.flatMap { today.adding($0 * count, unit) }
        case (.number(let count), .unitAgo(let unit)): today.adding(-count, unit)
        case (.last, .weekday(let weekday)), (.weekday(let weekday), .last): today.previous(weekday)
        case (.next, .unit(.day)) where isComing: today.adding(1, .day)
        case (.next, .unit(let unit)) where isComing: today.end(of: unit)?.adding(1, .day)
        case (.next, .weekday(let weekday)) where isComing, (.weekday(let weekday), .next) where isComing:
            today.end(of: .week)?.next(weekday)
        case (.end, .unit(let unit)) where isComing, (.unit(let unit), .end) where isComing:
            today.end(of: unit)
        default: nil
        }
    }

    /// Returns the nearest day with a number in its month, after today or before; `nil` if no month has it.
    private func nearest(_ day: Int, _ today: CivilDate, isComing: Bool) -> CivilDate? {
        // At least every second month has 31 days.
        (0...2).lazy.compactMap { months -> CivilDate? in
            guard let month = today.adding(isComing ? months : -months, .month),
                let found = CivilDate(year: month.year, month: month.month, day: day)
            else { return nil }
            return (isComing ? found > today : found < today) ? found : nil
        }.first
    }

    /// Returns the day of a text such as `3d` after its sign. A number without a unit counts days.
    private func distance(
        _ text: Substring, isBack: Bool, today: CivilDate, isComing: Bool
    ) -> CivilDate? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = CalendarUnit(rawValue: String(text.dropFirst(digits.count)))
        guard (1...4).contains(digits.count), let count = Int(digits),
            let unit = unit ?? (isComing && digits.count == text.count ? .day : nil)
        else { return nil }
        return today.adding(isBack ? -count : count, unit)
    }
}

import Foundation
import Localization
import ProgramKit
import Shell

/// Parses dates and times that the user types.
struct MomentReader {
    let context: ParseContext

    /// Parses a day, optionally followed by a time.
    ///
    /// - Throws: `ValueError`.
    func moment(_ string: String) throws -> Moment {
        let trimmed = string.trimmingCharacters(in: .whitespacesAndNewlines)
        let (localizer, today) = (context.localizer, context.today)
        if let day = localizer.parseDay(trimmed, today: today, isComing: true) { return Moment(day) }
        if let moment = Moment(iso: trimmed) { return moment }
        // The time is the last word, or the last two words in languages with “a.m.” and “p.m.”.
        let words = trimmed.split { $0.isWhitespace || $0 == "T" && trimmed.contains("-") }
        var hasDay = false
        for count in [1, 2] where words.count > count {
            let end = words[words.count - count - 1].endIndex
            // “Apr 3, 2027, 2:30 PM” has a comma before the time.
            let before = trimmed[..<end].hasSuffix(",") ? trimmed[..<end].dropLast() : trimmed[..<end]
            guard let day = localizer.parseDay(String(before), today: today, isComing: true)
            else { continue }
            hasDay = true
            let time = words.suffix(count).joined(separator: " ")
            if let minute = localizer.parseTime(time) { return Moment(day, minute: minute) }
        }
        if hasDay { throw TripError.impossibleTime(string).ofValue }
        do {
            // If the day doesn't exist in the calendar or is ambiguous, report this problem.
            _ = try ValueType<CivilDate>.day.parse(words.first.map(String.init) ?? trimmed, context)
        } catch ValueError.impossibleDay(let day) {
            throw ValueError.impossibleDay(day)
        } catch ValueError.unclearDay(let day, let readings) {
            throw ValueError.unclearDay(day, readings)
        } catch {
            // The text isn't a day, so throw the general error below.
        }
        throw TripError.notAMoment(string).ofValue
    }

    /// Parses a moment, or a beginning and an end: `2025-05-01 10:00`, `2025-05-01 2025-05-04`,
    /// `today..2025-05-04`, `2025-05-01 10:00 12:30`.
    ///
    /// - Parameter words: The words that the user typed. A word in quotes may contain several dates and
    ///   times.
    /// - Throws: `ValueError`.
    func span(_ words: [String]) throws -> (start: Moment, end: Moment?) {
        let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        let whole = words.joined(separator: " ")
        for dots in ["...", "…", ".."] {
            guard let range = whole.range(of: dots) else { continue }
            let start = try moment(String(whole[..<range.lowerBound]))
            return (start, try end(String(whole[range.upperBound...]), after: start))
        }
        let problem: any Error
        do { return (try moment(whole), nil) } catch { problem = error }
        for index in 1..<max(words.count, 1) {
            guard let start = try? moment(words[..<index].joined(separator: " ")),
                let end = try? end(words[index...].joined(separator: " "), after: start)
            else { continue }
            return (start, end)
        }
        throw problem
    }

    /// Parses the end of a range: a moment, or only a time on the first day.
    private func end(_ string: String, after start: Moment) throws -> Moment {
        if start.minute != nil, let minute = context.localizer.parseTime(string) {
            return Moment(start.day, minute: minute)
        }
        return try moment(string)
    }
}

/// An arrival as it is typed: a moment, or only a time.
enum LegArrival: Hashable, Sendable, CustomStringConvertible {
    case moment(Moment)
    case time(minute: Int)

    /// The ISO 8601 format, such as `2027-04-08T11:27` or `11:27`.
    var description: String {
        switch self {
        case .moment(let moment): moment.description
        case .time(let minute): ClockTime.iso(minute: minute)
        }
    }

    /// Returns the moment. A time is on the day of departure, or on the next one if it would be before the departure.
    func moment(after departure: Moment) -> Moment {
        switch self {
        case .moment(let moment): return moment
        case .time(let minute):
            let isNextDay = departure.minute.map { minute < $0 } ?? false
            return Moment(isNextDay ? departure.day.adding(days: 1) : departure.day, minute: minute)
        }
    }
}

/// A date at the end of a line.
enum TypedDate {
    case moment(typed: [String], Moment)
    /// A beginning and an end in one word, such as `2027-04-05..2027-04-08`.
    case span(typed: [String], Moment, Moment)
    /// A time of the day before it.
    case time(typed: [String], minute: Int)

    /// The typed text.
    var text: String {
        switch self {
        case .moment(let typed, _), .span(let typed, _, _), .time(let typed, _): typed.joined(separator: " ")
        }
    }

    var isSpan: Bool { if case .span = self { true } else { false } }

    var isTime: Bool { if case .time = self { true } else { false } }

    var moment: Moment? { if case .moment(_, let moment) = self { moment } else { nil } }

    var end: LegArrival? {
        switch self {
        case .moment(_, let moment): .moment(moment)
        case .time(_, let minute): .time(minute: minute)
        case .span: nil
        }
    }
}

extension MomentReader {
    /// Returns the date that a text at the end of a line means; `nil` if it doesn't look like one.
    ///
    /// A length such as “2 weeks” is no date there: “Iceland 2 weeks” is a name.
    /// - Throws: `ValueError` for a date or a time that doesn't exist.
    func typedDate(_ text: String, hasTimes: Bool, isComing: Bool) throws(ValueError) -> TypedDate? {
        let typed = text.split(separator: " ").map(String.init)
        if let day = try dayIfAny(text, isComing) { return .moment(typed: typed, Moment(day)) }
        if typed.count == 1, let dots = ["...", "…", ".."].lazy.compactMap({ text.range(of: $0) }).first {
            guard
                let first = try momentIfAny(String(text[..<dots.lowerBound]), hasTimes, isComing),
                let last = try momentIfAny(String(text[dots.upperBound...]), hasTimes, isComing)
            else { return nil }
            return .span(typed: typed, first, last)
        }
        guard hasTimes else { return nil }
        if let moment = try momentIfAny(text, hasTimes, isComing) { return .moment(typed: typed, moment) }
        let isTime = text.contains(where: \.isNumber) && typed.count <= 2
        guard isTime, let minute = context.localizer.parseTime(text) else { return nil }
        return .time(typed: typed, minute: minute)
    }

    private func momentIfAny(
        _ text: String, _ hasTimes: Bool, _ isComing: Bool
    ) throws(ValueError) -> Moment? {
        if let day = try dayIfAny(text, isComing) { return Moment(day) }
        guard hasTimes else { return nil }
        if let moment = Moment(iso: text) { return moment }
        let words = text.split { $0.isWhitespace || $0 == "T" && text.contains("-") }
        for count in [1, 2] where words.count > count {
            let before = words.dropLast(count).joined(separator: " ")
            guard let day = try dayIfAny(before.hasSuffix(",") ? String(before.dropLast()) : before, isComing)
            else { continue }
            let time = words.suffix(count).joined(separator: " ")
            if let minute = context.localizer.parseTime(time) { return Moment(day, minute: minute) }
            if count == 1, OptionDate.isTime(time) { throw TripError.impossibleTime(text).ofValue }
        }
        return nil
    }

    private func dayIfAny(_ text: String, _ isComing: Bool) throws(ValueError) -> CivilDate? {
        guard isComing else { return try context.dayIfAny(text) }
        guard let day = try context.dayIfAny(text, isComing: true) else { return nil }
        let (localizer, today) = (context.localizer, context.today)
        // A day that can be in the past, too, isn't a length.
        if try context.dayIfAny(text) != nil { return day }
        let isLength =
            text.count == 1 || text.contains(where: \.isNumber)
            || localizer.parseDay(text + " ago", today: today) != nil
        // “5 April” is a day, whichever year it is in.
        return isLength ? nil : day
    }

    /// Returns the beginning and the end that two dates mean. A date without a year is in the year of the other one.
    func span(_ first: TypedDate, _ second: TypedDate, isComing: Bool) -> (Moment?, LegArrival?) {
        guard let start = first.moment else { return (nil, nil) }
        guard let end = second.moment else { return (start, second.end) }
        func moment(_ typed: TypedDate, from day: CivilDate) -> Moment? {
            let context = ParseContext(localizer: context.localizer, today: day)
            let date = try? MomentReader(context: context).typedDate(
                typed.text, hasTimes: true, isComing: true)
            return date?.moment
        }
        // “5 April 2028 8 April”: the end is the first such day from the beginning on.
        if end.day < start.day, let later = moment(second, from: start.day), later.day >= start.day {
            return (start, .moment(later))
        }
        // “5 April 8 April 2028”: the beginning is the last such day before the end.
        let year = end.day.adding(days: -364)
        if start.day < year, let later = moment(first, from: year), later.day <= end.day,
            later.day.month == start.day.month, later.day.day == start.day.day
        {
            return (later, .moment(end))
        }
        return (start, .moment(end))
    }
}

/// The words of dates that an option takes without quotation marks: `--depart 2027-04-08 09:12`, `date:5 May 2027`.
enum OptionDate {
    /// A day that isn't near the ends of the calendar, as “today” where it doesn't matter.
    static let anyDay = CivilDate.first.adding(days: 10_000)

    /// Returns whether the next word of a line belongs to the dates of an option.
    ///
    /// - Parameters:
    ///   - value: The words of the value so far.
    ///   - next: The next word.
    ///   - most: The largest number of dates.
    static func continues(_ value: String, _ next: String, most: Int) -> Bool {
        if continuesDay(value, next) { return true }
        let words = value.split(separator: " ").map(String.init)
        if most > 1, continuesSecondDay(words, next) { return true }
        guard let first = words.first, !isTime(first), isTime(next) || isDay(next) else { return false }
        let others = words.dropFirst() + [next]
        return others.count(where: isTime) <= most && 1 + others.count(where: isDay) <= most
    }

    /// Returns whether the next word of a line belongs to a day that is written in words: `May` after `5`, `2027` after
    /// `5 May`. The user's language isn't known here, so the words of all languages count.
    static func continuesDay(_ value: String, _ next: String) -> Bool {
        let localizers = Language.available.map { Localizer($0) }
        let today = anyDay
        func isDay(_ text: String) -> Bool {
            localizers.contains { $0.parseDay(text, today: today, isComing: true) != nil }
        }
        func means(_ meaning: DateWords.Meaning, _ word: String) -> Bool {
            localizers.contains { DateWords($0).meanings(of: word) == [meaning] }
        }
        // “tuesday” is a day, too, but not that of “tuesday 6 April 2027”.
        if next.first?.isNumber ?? false, !isTime(next), !Self.isDay(next),
            Weekday.allCases.contains(where: { means(.weekday($0), value) })
        {
            return true
        }
        let whole = "\(value) \(next)"
        // “2027. április 5.” is a day only with its last word.
        if isYear(value) { return localizers.contains { $0.parseMonth(whole, today: today) != nil } }
        return isDay(whole) && (isYear(next) || means(.ago, next) || !isDay(value))
    }

    /// Returns whether the next word belongs to a second day in words: `8` and `April` after `5 April`. It begins as the
    /// first one does.
    private static func continuesSecondDay(_ words: [String], _ next: String) -> Bool {
        func isNumber(_ word: String) -> Bool { word.utf8.count <= 2 && Self.isNumber(word[...]) }
        guard words.count > 1, isNumber(words[0]) || isMonth(words[0]) else { return false }
        return (2...words.count).contains { count in
            let start = words[..<(count - 1)].joined(separator: " ")
            guard continuesDay(start, words[count - 1]) else { return false }
            let second = words[count...].joined(separator: " ")
            if !second.isEmpty { return continuesDay(second, next) }
            return isNumber(words[0]) ? isNumber(next) : isMonth(next)
        }
    }

    /// Whether a word is the name of a month in some language.
    private static func isMonth(_ word: String) -> Bool {
        word.first?.isLetter ?? false
            && Language.available.contains { Localizer($0).parseMonth(word, today: .first) != nil }
    }

    /// Whether a word has the form of a time, such as `09:12`.
    static func isTime(_ word: String) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { (1...2).contains($0.utf8.count) && isNumber($0) }
    }

    /// Whether a word has the form of a day, such as `2027-04-08` or `8.4.2027`.
    static func isDay(_ word: String) -> Bool {
        guard word.first?.isNumber == true else { return false }
        let parts = word.split { "-./".contains($0) }
        return parts.allSatisfy(isNumber) && (parts.count == 3 || parts.count == 2 && word.hasSuffix("."))
    }

    /// Whether a word has the form of a year, such as `2027` or `2027.`.
    private static func isYear(_ word: String) -> Bool {
        let digits = word.hasSuffix(".") ? word.dropLast() : word[...]
        return digits.utf8.count == 4 && isNumber(digits)
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}

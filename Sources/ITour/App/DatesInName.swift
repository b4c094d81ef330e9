import Foundation
import Localization
import ProgramKit
import Shell

/// The dates and times in the words that a line has before its dates: `Inn 2027-04-08` if `--check-in` and `--check-out` are
/// given, and `Nijo 2027-04-06 10:00-12:00`. They are refused, because otherwise a part of the line would get into a name
/// silently.
struct DatesInName {
    private let line: LineDates
    private let wanted: WantedDates
    private let given: Set<String>
    private let reader: MomentReader

    /// Creates the check of a line.
    ///
    /// - Parameters:
    ///   - line: The words and the dates of the line.
    ///   - wanted: The dates that the command takes.
    ///   - given: The names of the options that the line has.
    ///   - parsing: The user's language and the day.
    init(_ line: LineDates, _ wanted: WantedDates, _ given: Set<String>, _ parsing: ParseContext) {
        self.line = line
        self.wanted = wanted
        self.given = given
        reader = MomentReader(context: parsing)
    }

    /// Throws if the words have a date or a time that no quotation marks make a part of a name.
    ///
    /// - Parameter title: Tells whether a text is a title, or a part of one.
    /// - Throws: ``TripError/repeatedDate(option:typed:name:)``, ``TripError/wordsAfterDate(_:date:example:name:)``,
    ///   `UsageError` for a time without a day, and `ValueError` for a date that doesn't exist.
    func check(_ title: (String) throws -> TitleUse) throws {
        if let last = try date(atEndOf: line.words, title)?.date {
            throw TripError.repeatedDate(option: repeated, typed: last.text, name: name)
        }
        // A date before very many words is a part of a pasted text, and looking for it would take seconds.
        let fewest = max(wanted.words, line.words.count - 40)
        for end in stride(from: line.words.count - 1, to: fewest, by: -1) {
            guard let (found, before) = try date(atEndOf: Array(line.words[..<end]), title),
                case .moment(let typed, let moment) = found
            else { continue }
            let others = Array(line.words[end...])
            guard isCertain(typed, others) else { continue }
            throw TripError.wordsAfterDate(
                others.joined(separator: " "), date: found.text,
                example: example(moment, typed, after: before, before: others), name: name)
        }
        try checkTime()
    }

    /// The words as a name in quotation marks; `nil` if they can't be a new name.
    private var name: String? {
        wanted.followsEntries || wanted.words == 0 ? nil : Quoting.quote(line.words.joined(separator: " "))
    }

    /// The option that a further date gives again.
    private var repeated: String { given.contains(wanted.start) ? wanted.start : wanted.end ?? wanted.start }

    /// Returns the date at the end of words, and the words before it; `nil` if there is none or it can belong to a title.
    private func date(
        atEndOf words: [String], _ title: (String) throws -> TitleUse
    ) throws -> (date: TypedDate, before: [String])? {
        do {
            let parsed = try TrailingDates(
                words, leaving: wanted.words, longest: 8,
                date: { (text: String) throws(ValueError) -> TypedDate? in
                    let date = try reader.typedDate(
                        text, hasTimes: wanted.hasTimes, isComing: wanted.isComing)
                    return date?.isTime ?? false ? nil : date
                },
                title: title)
            return parsed.dates.first.map { ($0, parsed.words) }
        } catch is TrailingDateError {
            return nil
        }
    }

    /// Returns whether a date before other words can't be a part of a new name, as “3.5” in “Hotel 3.5 stars” and “friday”
    /// in “the friday market” are.
    private func isCertain(_ typed: [String], _ others: [String]) -> Bool {
        func hasNumber(_ words: [String]) -> Bool { words.contains { $0.contains(where: \.isNumber) } }
        if wanted.followsEntries || wanted.words == 0 { return true }
        guard typed.count == 1, hasNumber(typed) else { return hasNumber(typed + others) }
        return OptionDate.isDay(typed[0]) || Moment(iso: typed[0]) != nil
    }

    /// Throws if a time at the end of the words lacks its day, because that has its own place in the line.
    private func checkTime() throws {
        let words = line.words
        guard wanted.hasTimes, wanted.words > 0, !wanted.followsEntries,
            line.start.map({ $0.minute == nil }) ?? given.contains(wanted.start)
        else { return }
        for count in [2, 1] where words.count - count >= wanted.words {
            let time = words.suffix(count).joined(separator: " ")
            guard
                let typed = try reader.typedDate(time, hasTimes: true, isComing: wanted.isComing),
                typed.isTime
            else { continue }
            let day = line.start.map { "\($0.day)" } ?? reader.context.localizer.string(text("DATE"))
            throw UsageError.unclearText(
                time, option: "--\(wanted.start)", argument: text("NAME"),
                examples: [
                    "--\(wanted.start) \(Quoting.quote("\(day) \(time)"))",
                    Quoting.quote(words.joined(separator: " ")),
                ])
        }
    }
}

extension DatesInName {
    /// Returns how a line could go on instead of a date and other words after it.
    private func example(
        _ moment: Moment, _ typed: [String], after before: [String], before others: [String]
    ) -> String {
        func written(_ minute: Int) -> String { "\(moment.day) \(ClockTime.iso(minute: minute))" }
        let takesBoth = wanted.end.map { given.isDisjoint(with: [wanted.start, $0]) } ?? false
        if wanted.hasTimes {
            if let (start, end) = times(moment, others),
                takesBoth && wanted.endsAtTime || wanted.duration != nil
            {
                if let duration = wanted.duration {
                    let minutes = end > start ? end - start : end - start + 1440
                    return "\(written(start)) --\(duration) \(DurationReader.written(minutes))"
                }
                return "\(written(start)) \(ClockTime.iso(minute: end))"
            }
            if moment.minute == nil, let minute = time(atEndOf: others) { return written(minute) }
        }
        let first = moment.minute.map(written) ?? "\(moment.day)"
        if takesBoth {
            // If one date has a time, the other one may need one, too.
            func both(_ last: CivilDate) -> String {
                "\(first) \(last)" + (moment.minute.map { " \(ClockTime.iso(minute: $0))" } ?? "")
            }
            // “2027-04-08 nice 2027-04-12”
            if let end = line.start, end.day > moment.day, moment.minute == nil {
                return "\(first) \(end.day)"
            }
            let length = reader.context.localizer.parseDay(
                others.joined(separator: " "), today: moment.day, isComing: true)
            if let last = length, last > moment.day { return both(last) }
            // “3 nights”
            let days = others.compactMap { Int($0) }.first { (1...999).contains($0) } ?? 1
            return both(moment.day.adding(days: days))
        }
        // The other date is given.
        if wanted.end != nil { return first }
        if wanted.hasTimes { return written(moment.minute ?? 18 * 60 + 30) }
        return ((before + others).map(Quoting.quote) + typed).joined(separator: " ")
    }

    /// Returns the times of a visit, such as “10:00-12:00”, or “to 12:00” after a date with a time.
    private func times(_ moment: Moment, _ others: [String]) -> (start: Int, end: Int)? {
        let localizer = reader.context.localizer
        let parts = others.joined(separator: " ").split { "-–—".contains($0) }.compactMap {
            localizer.parseTime(String($0))
        }
        if parts.count == 2 { return (parts[0], parts[1]) }
        guard let start = moment.minute, let end = time(atEndOf: others),
            DateWords(localizer).canPrecedeDate(others[0])
        else { return nil }
        return (start, end)
    }

    /// Returns the time at the end of words, in minutes since midnight.
    private func time(atEndOf words: [String]) -> Int? {
        [2, 1].filter { words.count >= $0 }.compactMap {
            reader.context.localizer.parseTime(words.suffix($0).joined(separator: " "))
        }.first
    }
}

import Foundation
import Localization
import Shell
import Suite

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
        if hasDay {
            let error = TripError.impossibleTime(string)
            throw ValueError.refused(error.problem, remedy: error.remedy)
        }
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
        let error = TripError.notAMoment(string)
        throw ValueError.refused(error.problem, remedy: error.remedy)
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

extension ValueType where Value == Int {
    /// A time of day, in minutes since midnight: `09:30`, `9:30 AM`.
    static var clockTime: ValueType<Int> {
        ValueType(placeholder: ITour.text("TIME")) { string, context in
            guard let minute = context.localizer.parseTime(string) else {
                throw ValueError.refused(
                    ITour.text("“%@” is not a time.", string), remedy: ITour.text("Write a time as 18:30."))
            }
            return minute
        }
    }
}

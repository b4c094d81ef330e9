import Foundation
import Localization
import ProgramKit
import Shell

/// The time of day at which an issue is due, in minutes after midnight: a local time without a zone.
enum DueTime {
    /// Parses a time such as `14:00`, `9:30`, `2pm` or `2:30 pm`; `nil` for other texts.
    static func minute(_ text: String) -> Int? {
        var digits = text.lowercased().filter { !$0.isWhitespace }
        // “14:00-kor” is “at 14:00” in Hungarian.
        if digits.hasSuffix("-kor") { digits.removeLast(4) }
        let isMorning = digits.hasSuffix("am"), isAfternoon = digits.hasSuffix("pm")
        if isMorning || isAfternoon { digits.removeLast(2) }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.count == 2 || isMorning || isAfternoon,
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts.count == 1 || parts[1].count == 2, var hour = Int(parts[0]),
            let minute = parts.count == 2 ? Int(parts[1]) : 0, minute < 60
        else { return nil }
        if isMorning || isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        return hour < 24 ? hour * 60 + minute : nil
    }

    /// Returns a time as files have it: `14:00`.
    static func written(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    /// Returns a day or a text about it with a time on the user's clock, such as “today, 2:00 PM”.
    static func text(_ day: LocalizedText, _ minute: Int?) -> LocalizedText {
        minute.map { Portfolio.text("%1$@, %2$@", day, TextArgument.time(minute: $0)) } ?? day
    }

    /// Returns whether a word stands before a time, as in `tomorrow at 14:00`: “at” in English and Polish.
    static func introducesTime(_ word: some StringProtocol) -> Bool {
        ["at", "o"].contains(word.lowercased())
    }

    /// Separates a time at the end of a text, as in `friday 14:00` and `tomorrow at 14:00`; `nil` if there is none.
    static func split(_ text: String) -> (day: String, time: String)? {
        var words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.popLast() else { return nil }
        var time = String(last)
        // “2 pm” has a space.
        if minute(time) == nil, words.count > 1, let hour = words.popLast() { time = "\(hour) \(time)" }
        guard minute(time) != nil else { return nil }
        if words.count > 1, let last = words.last, introducesTime(last) { words.removeLast() }
        return (words.joined(separator: " "), time)
    }

    /// Returns whether the next word of a line belongs to a day: it is a time, or the “pm” of `friday 2:30 pm`.
    static func continues(_ day: String, _ next: String) -> Bool {
        let hasTime = split(day) != nil
        if ["am", "pm"].contains(next.lowercased()) { return hasTime && split("\(day) \(next)") != nil }
        return !hasTime && minute(day) == nil && minute(next) != nil
    }

    /// Returns the local time of day of an instant; `nil` at midnight and in the last minute of a day, by which other
    /// programs mean the whole day.
    static func minute(of time: Date, in zone: TimeZone) -> Int? {
        let seconds = time.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: time))
        let minute = Int((seconds / 60).rounded(.down)) % 1_440
        let positive = minute < 0 ? minute + 1_440 : minute
        return [0, 1_439].contains(positive) ? nil : positive
    }
}

extension FieldType where Value == Int {
    /// A time of day in minutes after midnight.
    static var dueTime: FieldType<Int> {
        FieldType(
            ValueType(placeholder: Portfolio.text("TIME")) { string, _ in
                guard let minute = DueTime.minute(string.trimmingWhitespace()) else {
                    throw ValueError.refused(
                        Portfolio.text("“%@” is not a time of day.", string),
                        remedy: Portfolio.text("Write a time as 14:00 or 2pm."))
                }
                return minute
            }, written: { minute, _ in DueTime.written(minute) },
            columns: [
                Column(raw: { .string(DueTime.written($0)) }) { minute, _ in
                    .text(LocalizedText("%@", table: "", [.time(minute: minute)]))
                }
            ],
            imported: { if case .string(let time) = $0 { DueTime.minute(time) } else { nil } }
        ) { fields, name in fields.value(name, or: .time) { DueTime.minute($0) } }
    }
}

extension BadField {
    /// The value isn't a time of day.
    fileprivate static var time: BadField { BadField(text("it is not a time of day")) }
}

extension ValueType where Value == CivilDate {
    /// A day as users say it, such as `friday`.
    static var naturalDay: ValueType<CivilDate> {
        let words = ["friday", "3d", "2w", "eow", "eom"].map { CompletionWord.fixed($0) }
        return ValueType(
            placeholder: Portfolio.text("DATE"), completion: .words(NamedDay.coming.dropLast() + words)
        ) { string, context in try context.naturalDay(string.trimmingWhitespace()) }
    }
}

/// A day that can have a time, as the user types it.
struct DayAndTime: Hashable, Sendable {
    let day: CivilDate
    /// The time in minutes after midnight.
    var minute: Int?
}

extension ValueType where Value == DayAndTime {
    /// A day as users say it, such as `friday`.
    ///
    /// - Parameter hasTime: Whether a time can follow, as in `friday 14:00`.
    static func naturalDay(withTime hasTime: Bool) -> ValueType<DayAndTime> {
        let type = ValueType<CivilDate>.naturalDay
        return ValueType(
            placeholder: type.placeholder, completion: type.completion,
            isContinued: { hasTime && DueTime.continues($0, $1) }
        ) { string, context in
            guard hasTime, let (day, time) = DueTime.split(string) else {
                return DayAndTime(day: try type.parse(string, context))
            }
            return DayAndTime(day: try type.parse(day, context), minute: DueTime.minute(time))
        }
    }
}

extension ParseContext {
    /// Parses a day as users say it.
    ///
    /// - Throws: `ValueError`.
    func naturalDay(_ text: String) throws(ValueError) -> CivilDate {
        do {
            return try day(text, isComing: true)
        } catch ValueError.notADay {
            if recurrence(text) != nil {
                throw ValueError.refused(
                    Portfolio.text("“%@” is a recurrence, not a date.", text),
                    remedy: Portfolio.text("Write “%@”.", "every \(text)"))
            }
            throw ValueError.refused(
                Portfolio.text("“%@” is not a date.", text),
                remedy: Portfolio.text(
                    "Write a date as 2024-12-31, friday, 3d or “next week”."
                ))
        }
    }
}

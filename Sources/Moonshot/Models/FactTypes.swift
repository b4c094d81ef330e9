import Foundation
import Localization
import ProgramKit
import Shell

/// A duration of a mission as the user types it. A number needs a unit: “24” could be hours or minutes.
enum FactDuration {
    /// The units of days in all languages. A text is compared in lower case.
    private static let dayUnits: Set = [
        "d", "day", "days", "dzień", "dzien", "dnia", "dni", "doba", "dobę", "dobe", "doby", "dób",
        "nap", "napot", "napos",
    ]

    /// Returns the minutes of a duration such as `21h36`, `90min` or `3d 2h`; `nil` for other texts.
    static func minutes(_ string: String) -> Int? {
        if lacksUnit(string) { return nil }
        let text = string.lowercased().filter { !$0.isWhitespace }
        let digits = text.prefix { $0.isASCII && $0.isNumber || ".,".contains($0) }
        let unit = text.dropFirst(digits.count).prefix(while: \.isLetter)
        guard dayUnits.contains(String(unit)),
            let days = Double(String(digits).replacing(",", with: ".")), (0...1_000).contains(days)
        else { return DurationReader.minutes(string) }
        let rest = String(text.dropFirst(digits.count + unit.count)), whole = Int((days * 1_440).rounded())
        if rest.isEmpty { return whole }
        return lacksUnit(rest) ? nil : DurationReader.minutes(rest).map { $0 + whole }
    }

    /// Returns whether a text is only a number.
    static func lacksUnit(_ string: String) -> Bool {
        !string.isEmpty && string.allSatisfy { $0.isASCII && ($0.isNumber || ".,".contains($0)) }
    }

    /// Returns the durations that a number without a unit could mean; `nil` if there are none.
    static func readings(of number: String) -> TextArgument? {
        let readings = ["d", "h", "min"].map { number + $0 }.filter { minutes($0) != nil }
        return readings.isEmpty ? nil : .choice(readings.map { .string($0) })
    }
}

extension FieldType where Value == Int {
    /// A duration in minutes, with a unit.
    static var factDuration: FieldType<Int> {
        let type = ValueType<Int>.duration
        return FieldType(
            ValueType(placeholder: type.placeholder) { string, context in
                if FactDuration.lacksUnit(string), let readings = FactDuration.readings(of: string) {
                    throw ValueError.refused(
                        Moonshot.text("“%@” has no unit.", string),
                        remedy: Moonshot.text("Write %@.", readings))
                }
                return try FactDuration.minutes(string) ?? type.parse(string, context)
            }, written: { minutes, _ in DurationReader.written(minutes) }, columns: [],
            order: { .number(Double($0)) },
            imported: { if case .integer(let minutes) = $0 { minutes } else { nil } }
        ) { _, _ in nil }
    }
}

/// A time of day, or a minute of it, as seconds after midnight.
struct ClockSpan: Hashable, Sendable {
    let first: Int
    let last: Int

    /// Reads a time that the user typed: `13:32`, `13:32:00`, `1:32 PM`.
    init?(typed: String, _ localizer: Localizer) {
        let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 {
            guard let time = ClockTime(typed) else { return nil }
            first = time.second
            last = time.second
        } else {
            guard let minute = localizer.parseTime(typed) else { return nil }
            first = minute * 60
            last = minute * 60 + 59
        }
    }

    /// The time of a data file.
    init(_ time: ClockTime) {
        first = time.second
        last = time.second
    }
}

extension FieldType where Value == ClockSpan {
    /// A time of day, which data have as the data file does.
    static var clock: FieldType<ClockSpan> {
        FieldType(
            ValueType(placeholder: Moonshot.text("TIME")) { string, context in
                guard let time = ClockSpan(typed: string, context.localizer) else {
                    throw ValueError.refused(
                        Moonshot.text("“%@” is not a time of day.", string),
                        remedy: Moonshot.text("Write a time such as %@.", "13:32"))
                }
                return time
            }, written: { time, _ in ClockTime(second: time.first).text }, columns: [],
            order: { .number(Double($0.first)) },
            comparison: .span { Double($0.first)...Double($0.last) },
            imported: { raw in
                if case .string(let text) = raw { ClockTime(text).map { ClockSpan($0) } } else { nil }
            }
        ) { _, _ in nil }
    }
}

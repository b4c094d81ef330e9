import Foundation
import Localization
import ProgramKit
import Shell

/// The unit up to which a date is known.
enum DatePrecision: String, Codable, Sendable {
    case month, year
}

/// A day, a month or a year of reading.
///
/// ```swift
/// PartialDate("2010-05")?.description  // 2010-05
/// ```
struct PartialDate: Hashable, Sendable {
    /// The day; if only the month or the year is known, its first day.
    let first: CivilDate
    /// The unit up to which the date is known; `nil` for a day.
    let precision: DatePrecision?

    /// Makes a date that is known to the day.
    init(_ day: CivilDate) {
        first = day
        precision = nil
    }

    /// Makes a date from the stored values. Other programs may have changed the day only, so the precision
    /// counts only if the day is the first of such a period.
    init(utc date: Date, precision: DatePrecision?) {
        first = CivilDate(utc: date)
        self.precision =
            switch precision {
            case .month where first.day == 1: .month
            case .year where first.day == 1 && first.month == 1: .year
            default: nil
            }
    }

    /// Makes a year or a month; `nil` if the calendar doesn't have it.
    init?(year: Int, month: Int? = nil) {
        guard let first = CivilDate(year: year, month: month ?? 1, day: 1) else { return nil }
        self.first = first
        precision = month == nil ? .year : .month
    }

    /// Parses `2010-05-23`, `2010-05`, `2010`, and the same with slashes; `nil` for other texts.
    init?(_ written: some StringProtocol) {
        // The numbers by bytes, because imports read very many dates.
        var year: Int?
        var month: Int?
        var number = 0
        var digits = 0
        for byte in written.utf8 {
            switch byte {
            case 0x30...0x39 where digits < 4:
                number = number * 10 + Int(byte - 0x30)
                digits += 1
            case UInt8(ascii: "-"), UInt8(ascii: "/"):
                if year == nil, digits == 4 {
                    year = number
                } else if year != nil, month == nil, digits > 0 {
                    month = number
                } else {
                    return nil
                }
                (number, digits) = (0, 0)
            default: return nil
            }
        }
        guard digits > 0 else { return nil }
        guard let year else {
            if digits < 4 { return nil }
            self.init(year: number)
            return
        }
        guard let month else {
            self.init(year: year, month: number)
            return
        }
        guard let day = CivilDate(year: year, month: month, day: number) else { return nil }
        self.init(day)
    }

    /// The last day of the period.
    var last: CivilDate {
        switch precision {
        case nil: first
        case .month:
            CivilDate(
                year: first.year, month: first.month,
                day: CivilDate.length(ofMonth: first.month, year: first.year)) ?? first
        case .year: CivilDate(year: first.year, month: 12, day: 31) ?? first
        }
    }

    /// The ISO 8601 form: `2010-05-23`, `2010-05` or `2010`.
    var description: String {
        switch precision {
        case nil: first.description
        case .month: String(first.description.prefix(7))
        case .year: String(first.description.prefix(4))
        }
    }

    /// The date as a cell. Months have their names in the user's language.
    func cell(_ localizer: Localizer) -> Cell {
        switch precision {
        case nil: .day(first)
        case .month:
            Cell(.string(description), .verbatim(localizer.month(year: first.year, month: first.month)))
        case .year: .text(description)
        }
    }
}

extension PartialDate: Comparable {
    /// A year comes before its months, and a month before its days.
    static func < (left: PartialDate, right: PartialDate) -> Bool {
        left.first == right.first ? left.last > right.last : left.first < right.first
    }
}

extension PartialDate: TextArgumentConvertible {
    var textArgument: TextArgument { precision == nil ? .day(first) : .string(description) }
}

extension ValueType where Value == PartialDate {
    /// A day as `ValueType.day` accepts it, a month such as `2010-05`, or a year.
    static var partialDate: ValueType<PartialDate> {
        let day = ValueType<CivilDate>.day
        return ValueType(placeholder: day.placeholder, completion: day.completion) { string, context in
            try PartialDate.parse(string, context.localizer, today: context.today)
                ?? PartialDate(day.parse(string, context))
        }
    }
}

extension PartialDate {
    /// Returns the date that words at the end of a line mean; `nil` for other words. A number is the number of a book,
    /// but four digits are a year.
    ///
    /// - Throws: `ValueError.impossibleDay` and `ValueError.unclearDay`.
    static func ifAny(_ string: String, _ context: ParseContext) throws(ValueError) -> PartialDate? {
        if string.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 }) {
            guard string.utf8.count == 4, let year = Int(string), year >= 1000 else { return nil }
            return PartialDate(year: year)
        }
        if let day = try context.dayIfAny(string) { return PartialDate(day) }
        return parse(string, context.localizer, today: context.today)
    }

    /// Parses a month or a year that the user typed; `nil` for other texts.
    static func parse(_ string: String, _ localizer: Localizer, today: CivilDate) -> PartialDate? {
        let trimmed = string.collapsingSpaces
        if let date = PartialDate(trimmed), date.precision != nil { return date }
        // A name of a month needs a year; without one, it could be a title.
        guard trimmed.contains(where: \.isNumber), localizer.parseDay(trimmed, today: today) == nil,
            trimmed.contains(where: \.isLetter), let month = localizer.parseMonth(trimmed, today: today)
        else { return nil }
        return PartialDate(year: month.year, month: month.month)
    }
}

extension PartialDate {
    /// Returns the date itself.
    ///
    /// - Throws: `BadField` if it is after today.
    func upTo(_ today: CivilDate?) throws(BadField) -> PartialDate {
        if let today, first > today { throw .inFuture }
        return self
    }
}

extension BadField {
    /// The date is in the future.
    static var inFuture: BadField { BadField(text("it is in the future")) }
}

extension FieldType where Value == PartialDate {
    /// A day, a month or a year.
    static var partialDate: FieldType<PartialDate> {
        FieldType(
            .partialDate, written: { date, _ in date.description },
            columns: [
                Column(raw: { .string($0.description) }) { date, context in
                    date.cell(context.localizer).display
                }
            ],
            order: { date in
                // A year comes before its months, and a month before its days.
                let rank = date.precision == nil ? 0.75 : date.precision == .month ? 0.5 : 0.25
                return .number(date.first.utcDate.timeIntervalSinceReferenceDate / 86_400 + rank)
            },
            comparison: .span {
                $0.first.utcDate
                    .timeIntervalSinceReferenceDate...$0.last.utcDate.timeIntervalSinceReferenceDate
            }
        ) { fields, name in
            let today = fields.today
            return fields.value(name) { written throws(BadField) in
                guard let date = PartialDate(written) else { throw .date }
                return try date.upTo(today)
            }
        }
    }
}

extension FieldType where Value == CivilDate {
    /// A day that isn't in the future.
    static var pastDay: FieldType<CivilDate> {
        FieldType(
            .day, written: { day, _ in day.description },
            columns: [Column(raw: { .string($0.description) }) { day, _ in .day(day) }]
        ) { fields, name in
            let today = fields.today
            return fields.value(name) { written throws(BadField) in
                guard let day = CivilDate(written) else { throw .date }
                return try PartialDate(day).upTo(today).first
            }
        }
    }
}

extension PartialDate: DayValue {
    static func value(of day: CivilDate) -> PartialDate { PartialDate(day) }
}

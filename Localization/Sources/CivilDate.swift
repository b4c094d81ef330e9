import Foundation

/// A day of the Gregorian calendar, without a time or a time zone.
///
/// ```swift
/// let day = CivilDate("2024-02-28")
/// day?.adding(days: 2).description  // 2024-03-01
/// ```
///
/// As in ISO 8601, the Gregorian calendar also applies to the time before its introduction. Years are 1 to
/// 9999.
public struct CivilDate: Hashable, Sendable, Comparable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The earliest day, 0001-01-01.
    public static let first = CivilDate(clamping: Int.min)
    /// The latest day, 9999-12-31.
    public static let last = CivilDate(clamping: Int.max)

    /// Creates a day; `nil` if the calendar has no such day.
    ///
    /// - Parameters:
    ///   - year: The year, 1 to 9999.
    ///   - month: The month, 1 to 12.
    ///   - day: The day of the month, from 1.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a day from its ISO 8601 form `2024-03-15`; `nil` for any other form, or if the calendar has no
    /// such day.
    public init?(_ iso: some StringProtocol) {
        let bytes = Array(iso.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 48
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the number of days in a month; 0 for an invalid month.
    ///
    /// - Parameters:
    ///   - month: The month, 1 to 12.
    ///   - year: The year.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Whether the left day is earlier than the right day.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The ISO 8601 form, such as `2024-03-15`.
    public var description: String {
        String(unsafeUninitializedCapacity: 10) { text in
            func write(_ number: Int, at place: Int, count: Int) {
                var rest = number
                for index in (place..<place + count).reversed() {
                    text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
            }
            write(year, at: 0, count: 4)
            text[4] = UInt8(ascii: "-")
            write(month, at: 5, count: 2)
            text[7] = UInt8(ascii: "-")
            write(day, at: 8, count: 2)
            return 10
        }
    }
}

extension CivilDate: Codable {
    /// Decodes a day from its ISO 8601 form.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard let day = CivilDate(string) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(string)” is not a day in the form 2024-03-15")
        }
        self = day
    }

    /// Encodes the day in its ISO 8601 form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

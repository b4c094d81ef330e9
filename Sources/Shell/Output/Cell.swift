import Foundation
import Localization

/// One value of a table or a record: the raw value for `--json` and `--csv`, and the displayed value for the
/// user.
public struct Cell: Sendable {
    /// The value for `--json` and `--csv`; the same in every language.
    public let raw: RawValue
    /// The value as the user sees it.
    public let display: Display
    /// The colour of the displayed value, used on terminals with colours.
    public internal(set) var color: TerminalColor?

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - raw: The value for `--json` and `--csv`.
    ///   - display: The value as the user sees it.
    public init(_ raw: RawValue, _ display: Display) {
        self.raw = raw
        self.display = display
    }

    /// A value in `--json` and `--csv`.
    public enum RawValue: Sendable, Hashable {
        /// No value.
        case null
        /// A Boolean value.
        case bool(Bool)
        /// A whole number.
        case integer(Int)
        /// A number with a fraction.
        case decimal(Double)
        /// A text. Dates and enumerations are texts, too.
        case string(String)
        /// A list of values.
        case list([RawValue])
        /// Values with keys, in their order.
        case object([Member])

        /// A value of an object.
        public struct Member: Sendable, Hashable {
            /// The key.
            public let key: String
            /// The value.
            public let value: RawValue

            /// Creates a member.
            ///
            /// - Parameters:
            ///   - key: The key.
            ///   - value: The value.
            public init(_ key: String, _ value: RawValue) {
                self.key = key
                self.value = value
            }
        }
    }

    /// A value as the user sees it.
    public enum Display: Sendable {
        /// An empty cell.
        case empty
        /// A text that is not translated.
        case verbatim(String)
        /// A localized text.
        case text(LocalizedText)
        /// A number, formatted for the language.
        case integer(Int)
        /// A day, formatted for the language.
        case day(CivilDate)
        /// A point in time, formatted for the language and the time zone.
        case instant(Date, TimeZone)
        /// A symbol, such as `★★★`, with its ASCII form and its description for screen readers. It is stored apart, because
        /// few cells of a long list are symbols, and each cell would have room for one.
        indirect case symbol(String, ascii: String, spoken: LocalizedText)
    }
}

extension Cell {
    /// An empty cell, which is `null` in `--json`.
    public static let empty = Cell(.null, .empty)

    /// Returns a cell with a text that is not translated; for `nil`, an empty cell.
    public static func text(_ string: String?) -> Cell {
        string.map { Cell(.string($0), .verbatim($0)) } ?? .empty
    }

    /// Returns a cell with a number; for `nil`, an empty cell.
    public static func number(_ number: Int?) -> Cell {
        number.map { Cell(.integer($0), .integer($0)) } ?? .empty
    }

    /// Returns a cell with a day, which `--json` and `--csv` show in ISO 8601; for `nil`, an empty cell.
    public static func day(_ day: CivilDate?) -> Cell {
        day.map { Cell(.string($0.description), .day($0)) } ?? .empty
    }

    /// Returns a cell with a time, which `--json` and `--csv` show in ISO 8601 and UTC, in whole seconds; for `nil`, an
    /// empty cell.
    public static func instant(_ date: Date?, in timeZone: TimeZone) -> Cell {
        guard let date else { return .empty }
        let day = CivilDate(utc: date)
        let sinceMidnight = date.timeIntervalSince(day.utcDate).rounded(.down)
        let second = Int(min(max(sinceMidnight, 0), 86_399))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return Cell(.string("\(day)T\(time)Z"), .instant(date, timeZone))
    }

    /// Returns a cell with the number that identifies a record, without grouping separators.
    public static func identifier(_ number: Int) -> Cell {
        Cell(.integer(number), .verbatim(String(number)))
    }
}

import Foundation
import Localization

/// One value of a table or a record: what programs read and what people see.
public struct Cell: Sendable {
    /// The value for `--json` and `--csv`: the same in every language.
    public let raw: RawValue
    /// What a person sees.
    public let display: Display
    /// The colour that it stands out by, where there are colours.
    public internal(set) var tint: Tint?

    /// Makes a cell of a raw value and what a person sees of it.
    public init(_ raw: RawValue, _ display: Display) {
        self.raw = raw
        self.display = display
    }

    /// A value for programs.
    public enum RawValue: Sendable, Hashable {
        /// Nothing there.
        case null
        /// A truth value.
        case bool(Bool)
        /// A whole number.
        case integer(Int)
        /// A number with a fraction.
        case decimal(Double)
        /// A text; dates and enums are texts too.
        case string(String)
        /// Several values.
        case list([RawValue])
    }

    /// What a person sees.
    public enum Display: Sendable {
        /// Nothing.
        case empty
        /// A text that is not translated.
        case verbatim(String)
        /// A localized text.
        case text(LocalizedText)
        /// A number in the language's form.
        case integer(Int)
        /// A day in the language's form.
        case day(CivilDate)
        /// A symbol, such as `★★★`: with its ASCII form, and in words for people who listen.
        case symbol(String, ascii: String, words: LocalizedText)
    }
}

extension Cell {
    /// An empty cell: `null` for programs.
    public static let empty = Cell(.null, .empty)

    /// A text that is not translated; `nil` is an empty cell.
    public static func text(_ string: String?) -> Cell {
        string.map { Cell(.string($0), .verbatim($0)) } ?? .empty
    }

    /// A number; `nil` is an empty cell.
    public static func number(_ number: Int?) -> Cell {
        number.map { Cell(.integer($0), .integer($0)) } ?? .empty
    }

    /// A day, ISO 8601 for programs; `nil` is an empty cell.
    public static func day(_ day: CivilDate?) -> Cell {
        day.map { Cell(.string($0.description), .day($0)) } ?? .empty
    }

    /// A record's own number, which is never grouped.
    public static func identifier(_ number: Int) -> Cell {
        Cell(.integer(number), .verbatim(String(number)))
    }
}

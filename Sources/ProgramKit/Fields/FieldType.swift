import Foundation
import Localization
import Shell

/// The type of a field's values: how a value is typed, shown, sorted, and read from the program's own files.
public struct FieldType<Value: Sendable>: Sendable {
    /// A column of a field's values in tables, records and files. Most types have one.
    public struct Column: Sendable {
        /// The key in `--json`, `--csv` and exports; `nil` for the key of the field.
        let key: String?
        /// The heading; `nil` for the label of the field.
        let label: LocalizedText?
        /// The value for `--json`, `--csv` and exports; `nil` if only the user sees the column.
        let raw: (@Sendable (Value) -> Cell.RawValue)?
        let display: @MainActor @Sendable (Value, FieldContext) -> Cell.Display

        /// Makes a column.
        ///
        /// - Parameters:
        ///   - key: The key in `--json`, `--csv` and exports. Default: the key of the field.
        ///   - label: The heading. Default: the label of the field.
        ///   - raw: Returns the value for `--json`, `--csv` and exports. Default: only the user sees the column, because
        ///     other columns have its data.
        ///   - display: Returns the value as the user sees it.
        public init(
            _ key: String? = nil, _ label: LocalizedText? = nil,
            raw: (@Sendable (Value) -> Cell.RawValue)? = nil,
            display: @escaping @MainActor @Sendable (Value, FieldContext) -> Cell.Display
        ) {
            self.key = key
            self.label = label
            self.raw = raw
            self.display = display
        }
    }

    /// How a value is parsed, completed, and named in usage lines.
    let typed: ValueType<Value>
    /// Returns a value as the user would type it.
    let written: @MainActor @Sendable (Value, FieldContext) -> String
    /// Returns a typed value with what only the record or the session knows, such as the currency. The second value is the
    /// present one of the record; `nil` if it has none.
    let completed: @MainActor @Sendable (Value, Value?, FieldContext) -> Value
    let columns: [Column]
    /// The position of a value in a sorted list; `nil` if lists can't be sorted by the values.
    let order: (@Sendable (Value) -> FieldOrder)?
    /// How conditions compare the values.
    let comparison: FieldComparison<Value>
    /// Makes the store's tests for values that are stored as they are; `nil` if the store can't compare them.
    var equality: (any StoredEquality<Value>)?
    let read: @Sendable (inout EntryFields, FileField) -> Value?
    /// Whether a value may have several lines.
    let isLong: Bool
    /// What data have for a record without a value.
    let absent: Cell.RawValue
    /// Returns the value for exports; `nil` if it is that of the columns.
    let exported: (@Sendable (Value) -> Cell.RawValue)?
    /// Returns the value that an export means; `nil` if it isn't one.
    let imported: (@Sendable (Cell.RawValue) -> Value?)?

    /// Makes a type.
    ///
    /// - Parameters:
    ///   - typed: How a value is parsed, completed, and named in usage lines.
    ///   - written: Returns a value as the user would type it. The input line of a question contains it.
    ///   - completed: Returns a typed value with what only the record's present value, which is the second argument, or the
    ///     session knows. Default: the typed value itself.
    ///   - columns: The columns of the values in tables, records and files.
    ///   - order: Returns the position of a value in a sorted list. Default: lists can't be sorted by the values.
    ///   - comparison: How conditions compare the values. Default: numbers by their order, texts by what they contain,
    ///     and other values only for equality.
    ///   - isLong: Whether a value may have several lines. Default: `false`.
    ///   - absent: What data have for a record without a value. Default: `null`.
    ///   - exported: Returns the value for exports. Default: that of the columns.
    ///   - imported: Returns the value that `exported` was made from. Imports that merge records need it.
    ///   - read: Reads a value from the program's own files; returns `nil` if the file has none, and reports a value
    ///     that can't be read.
    public init(
        _ typed: ValueType<Value>, written: @escaping @MainActor @Sendable (Value, FieldContext) -> String,
        completed: @escaping @MainActor @Sendable (Value, Value?, FieldContext) -> Value = { value, _, _ in
            value
        },
        columns: [Column], order: (@Sendable (Value) -> FieldOrder)? = nil,
        comparison: FieldComparison<Value>? = nil, isLong: Bool = false, absent: Cell.RawValue = .null,
        exported: (@Sendable (Value) -> Cell.RawValue)? = nil,
        imported: (@Sendable (Cell.RawValue) -> Value?)? = nil,
        read: @escaping @Sendable (inout EntryFields, FileField) -> Value?
    ) {
        self.typed = typed
        self.written = written
        self.completed = completed
        self.columns = columns
        self.order = order
        self.comparison = comparison ?? Self.comparison(by: order)
        self.isLong = isLong
        self.absent = absent
        self.exported = exported
        self.imported = imported
        self.read = read
    }

    private static func comparison(by order: (@Sendable (Value) -> FieldOrder)?) -> FieldComparison<Value> {
        if Value.self == String.self { return .text { $0 as? String ?? "" } }
        guard let order else { return .equality }
        return .span { value in
            guard case .number(let number) = order(value) else { return 0...0 }
            return number...number
        }
    }
}

/// The position of a value in a sorted list.
public enum FieldOrder: Sendable {
    /// Texts are in the order of the user's language. Equal texts are in the order of a number.
    case text(String, then: Double = 0)
    /// Numbers are in their natural order.
    case number(Double)
}

/// What the values of fields depend on besides the record: the language, the day, the clocks and the settings.
@MainActor
public struct FieldContext {
    /// The user's language, and the current day.
    public let parsing: ParseContext
    /// The user's time zone.
    public let timeZone: TimeZone
    /// The present time.
    public let now: Date
    /// The user's settings; `nil` where no value is typed.
    public let preferences: Preferences?
    /// Whether a long list makes its rows when they are read, so that memory doesn't hold all of them. Only for commands
    /// that change nothing: otherwise, the rows would have later values.
    var makesRowsLater = false
    /// The keys of the fields that are changed together.
    public internal(set) var given: Set<String> = []
    /// The keys of the fields for which the user is asked later. A check leaves their present values out.
    public internal(set) var pending: Set<String> = []

    /// Makes what the values depend on in a page, where no value is typed.
    ///
    /// - Parameter localizer: The language of the page.
    public init(_ localizer: Localizer) {
        self.init(ParseContext(localizer: localizer, today: .first), .gmt, .distantPast, nil)
    }

    fileprivate init(
        _ parsing: ParseContext, _ timeZone: TimeZone, _ now: Date, _ preferences: Preferences?
    ) {
        self.parsing = parsing
        self.timeZone = timeZone
        self.now = now
        self.preferences = preferences
    }

    /// The context of a list of a command that changes nothing.
    public var forList: FieldContext {
        var context = self
        context.makesRowsLater = true
        return context
    }

    /// The user's language.
    public var localizer: Localizer { parsing.localizer }
    /// The current day in the user's time zone.
    public var today: CivilDate { parsing.today }
}

extension StoreSession {
    /// What the values of fields depend on besides the record.
    public var fieldContext: FieldContext {
        let environment = environment
        return FieldContext(
            ParseContext(localizer: localizer, today: environment.today), environment.timeZone,
            environment.now(), preferences)
    }
}

extension FieldType where Value == String {
    /// A text of one line.
    public static var line: FieldType<String> { text(isLong: false) }

    /// A text that may have several lines.
    public static var lines: FieldType<String> { text(isLong: true) }

    /// A text that may have several lines and isn't parsed as another type.
    ///
    /// - Parameter typed: How the text is parsed and completed.
    public static func lines(_ typed: ValueType<String>) -> FieldType<String> { text(typed, isLong: true) }

    /// A text of one line that isn't parsed as another type, such as the name of a place that Tab completes.
    ///
    /// - Parameters:
    ///   - typed: How the text is parsed and completed.
    ///   - read: Reads a text from the program's own files. Default: as it is in the file.
    public static func line(
        _ typed: ValueType<String>,
        read: @escaping @Sendable (inout EntryFields, FileField) -> String? = { $0.presentText($1) }
    ) -> FieldType<String> { text(typed, isLong: false, read: read) }

    private static func text(
        _ typed: ValueType<String> = .nonBlank, isLong: Bool,
        read: @escaping @Sendable (inout EntryFields, FileField) -> String? = { $0.presentText($1) }
    ) -> FieldType<String> {
        FieldType(
            typed, written: { text, _ in text },
            columns: [Column(raw: { .string($0) }) { text, _ in .verbatim(text) }], order: { .text($0) },
            isLong: isLong, imported: { if case .string(let text) = $0 { text } else { nil } }
        ) { fields, name in
            read(&fields, name).flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}

extension FieldType where Value == Int {
    /// A whole number.
    ///
    /// - Parameters:
    ///   - range: The possible numbers.
    ///   - placeholder: The placeholder in usage lines. Default: the range.
    ///   - isGrouped: Whether long numbers are shown with separators, unlike years. Default: `true`.
    public static func number(
        _ range: ClosedRange<Int>, placeholder: LocalizedText? = nil, isGrouped: Bool = true
    ) -> FieldType<Int> {
        let typed = ValueType<Int>.integer(in: range)
        return FieldType(
            placeholder.map(typed.named) ?? typed, written: { number, _ in String(number) },
            columns: [
                Column(raw: { .integer($0) }) { number, _ in
                    isGrouped ? .integer(number) : .verbatim(String(number))
                }
            ],
            order: { .number(Double($0)) },
            imported: { if case .integer(let number) = $0 { number } else { nil } }
        ) { fields, name in
            fields.value(name, or: .impossible) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
        }
    }
}

extension FieldType where Value == Double {
    /// A number that may have a fraction.
    public static var decimal: FieldType<Double> {
        @Sendable func number(_ text: String) -> Double? {
            Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
        }
        return FieldType(
            ValueType(placeholder: ProgramKit.text("Counted NUMBER")) { string, context in
                guard let number = number(string) else {
                    throw ValueError.refused(
                        ProgramKit.text("“%@” is not a number.", string),
                        remedy: ProgramKit.text("Write a number, such as 12 or 2.5."))
                }
                if let (whole, fraction) = Self.readings(string, context.localizer) {
                    throw ValueError.refused(
                        ProgramKit.text("“%1$@” can be %2$@ or %3$@.", string, whole, fraction),
                        remedy: ProgramKit.text("Write %1$@ or %2$@.", whole, fraction))
                }
                return number
            }, written: { $1.localizer.decimal($0, fractionDigits: 0...6) },
            columns: [Column(raw: { .decimal($0) }) { .verbatim($1.localizer.decimal($0)) }],
            order: { .number($0) },
            imported: { raw in
                switch raw {
                case .integer(let number): Double(number)
                case .decimal(let number): number
                default: nil
                }
            }
        ) { fields, name in fields.value(name, or: .impossible, number) }
    }

    /// Returns the two numbers that digits such as 1,000 can be, if the separator isn't the one of fractions in the user's
    /// language, and could be one of thousands.
    private static func readings(_ text: String, _ localizer: Localizer) -> (whole: String, fraction: String)?
    {
        let separator: Character = localizer.decimal(0.5).contains(",") ? "." : ","
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 3, (1...3).contains(parts[0].count), parts[0] != "0",
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return (parts.joined(), "\(parts[0]).\(parts[1])0")
    }
}

extension FieldType where Value == CivilDate {
    /// A day.
    public static var day: FieldType<CivilDate> { day(.day) }

    /// A day.
    ///
    /// - Parameter typed: How the day is parsed and completed.
    public static func day(_ typed: ValueType<CivilDate>) -> FieldType<CivilDate> {
        FieldType(
            typed, written: { day, _ in day.description },
            columns: [Column(raw: { .string($0.description) }) { day, _ in .day(day) }],
            order: { .number(Double($0.utcDate.timeIntervalSinceReferenceDate)) },
            imported: { if case .string(let day) = $0 { CivilDate(day) } else { nil } }
        ) { fields, name in
            fields.value(name, or: .date) { CivilDate($0) }
        }
    }
}

extension FieldType where Value: RawRepresentable<String> & Codable & Equatable {
    /// One of several words. Lists are sorted by the order of the choices.
    ///
    /// - Parameters:
    ///   - choices: The words. The first word of a choice in the user's language is its name.
    ///   - placeholder: The placeholder in usage lines. Default: all words.
    ///   - display: Returns a value as the user sees it. Default: its name.
    public static func choice(
        _ choices: [Choice<Value>], placeholder: LocalizedText? = nil,
        display: (@Sendable (Value) -> Cell.Display)? = nil
    ) -> FieldType<Value> {
        let typed = ValueType<Value>.choice(choices)
        let name: @Sendable (Value) -> LocalizedText = { value in
            let choice = choices.first { $0.value == value }
            return choice?.words.first ?? .verbatim(choice?.name ?? value.rawValue)
        }
        var type = FieldType(
            placeholder.map(typed.named) ?? typed,
            written: { value, context in context.localizer.string(name(value)) },
            columns: [
                Column(raw: { .string($0.rawValue) }) { value, _ in display?(value) ?? .text(name(value)) }
            ],
            order: { value in .number(Double(choices.firstIndex { $0.value == value } ?? choices.count)) },
            comparison: .equality
        ) { fields, field in
            fields.value(field, or: .impossible) { written in
                choices.first { $0.value.rawValue == written }?.value
            }
        }
        type.equality = CodableEquality()
        return type
    }
}

extension FieldType where Value == UUID {
    /// The identifier of a record.
    public static var identifier: FieldType<UUID> {
        FieldType(
            ValueType(placeholder: .verbatim("UUID")) { string, _ in
                guard let identifier = UUID(uuidString: string) else { throw ValueError.blank }
                return identifier
            }, written: { identifier, _ in identifier.uuidString },
            columns: [
                Column(raw: { .string($0.uuidString) }) { identifier, _ in .verbatim(identifier.uuidString) }
            ]
        ) { $0.identifier($1) }
    }
}

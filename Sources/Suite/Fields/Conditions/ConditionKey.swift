import Basics
import Foundation
import Localization
import ModelData
import Shell

/// A word before a colon in conditions, such as `author` in `author:lem`.
public struct ConditionKey<Model: AnyObject>: Sendable {
    /// How a value is tested.
    typealias Maker =
        @MainActor @Sendable (ConditionValue, FieldContext) throws(ConditionValue.Refusal) -> ConditionTest<
            Model
        >

    /// The words before the colon, the most common first.
    let words: [String]
    /// Further words: names of the field in the user's language.
    let names: [LocalizedText]
    let test: Maker
    /// The values that Tab offers.
    let candidates: [CompletionWord]

    init(
        _ words: [String], names: [LocalizedText] = [], candidates: [CompletionWord] = [],
        test: @escaping Maker
    ) {
        self.words = words
        self.names = names
        self.candidates = candidates
        self.test = test
    }

    /// Makes a key that asks for several values of a record, such as the dates of all readings.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - names: Names in the user's language. Default: none.
    ///   - type: The type of the values.
    ///   - isPast: Whether a number of days, as in `7d`, means days that have passed. Default: `false`.
    ///   - namesPast: Whether the condition says if past records are listed. Default: `false`.
    ///   - values: Returns the values of a record.
    public init<Value: Equatable & Sendable>(
        _ words: String..., names: [LocalizedText] = [], type: FieldType<Value>, isPast: Bool = false,
        namesPast: Bool = false, values: @escaping @Sendable (Model) -> [Value]
    ) {
        self.init(words, names: names, candidates: type.askedCandidates) {
            (value, context) throws(ConditionValue.Refusal) in
            try type.test(
                value, context, isPast: isPast, namesPast: namesPast, predicate: nil, values: values)
        }
    }

    /// Makes a key that asks for any of several fields, such as the author and the contributors.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - keys: The keys of the fields. All have values of the same kind.
    ///   - fields: The fields.
    public init(_ words: String..., anyOf keys: [String], in fields: FieldTable<Model>) {
        let parts = keys.compactMap { fields[$0] }
        self.init(words, names: parts.first.map { [$0.label] } ?? []) {
            (value, context) throws(ConditionValue.Refusal) in
            var tests: [Condition<Model>] = []
            for part in parts {
                guard let ask = part.values.ask else { continue }
                tests.append(.test(try ask(value, context, false)))
            }
            // Without a value, a record has none in all of the fields.
            return ConditionTest(value == .none ? .all(tests) : .any(tests))
        }
    }

    /// Makes a key for texts that the store searches.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - isMissing: The test for records without a text.
    ///   - contains: Returns the test for a text.
    public init(
        text words: String..., isMissing: Predicate<Model>,
        contains: @escaping @MainActor @Sendable (String) -> Predicate<Model>
    ) {
        self.init(words) { (value, _) throws(ConditionValue.Refusal) in
            switch value {
            case .none: return ConditionTest(isMissing)
            case .any: return ConditionTest(.not(isMissing))
            case .compared(.equal, let text): return ConditionTest(contains(text))
            case .range(let from, let through):
                return ConditionTest(contains("\(from ?? "")..\(through ?? "")"))
            case .compared: throw .noOrder
            }
        }
    }

    /// Makes a key for one of several words.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - choices: The words of the values, in their order. If it isn't an order, comparisons are refused.
    ///   - isOrdered: Whether the choices have an order, as for `priority:>=medium`.
    ///   - namesPast: Whether the condition says if past records are listed. Default: `false`.
    ///   - test: Returns the test for records with one of some values.
    public init<Value: Equatable & Sendable>(
        choice words: String..., of choices: [Choice<Value>], isOrdered: Bool, namesPast: Bool = false,
        test: @escaping @MainActor @Sendable ([Value]) -> Predicate<Model>
    ) {
        let type = ValueType<Value>.choice(choices)
        let values = choices.map(\.value)
        let candidates: [CompletionWord] = if case .words(let words) = type.completion { words } else { [] }
        self.init(words, candidates: candidates) { (value, context) throws(ConditionValue.Refusal) in
            func index(_ word: String) throws(ConditionValue.Refusal) -> Int {
                do {
                    let value = try type.parse(word, context.parsing)
                    return values.firstIndex(of: value) ?? 0
                } catch let error as any PresentableError {
                    throw .unfit(word, error)
                } catch {
                    throw .failed(error)
                }
            }
            let wanted: ArraySlice<Value>
            switch value {
            case .none: wanted = []
            case .any: wanted = values[...]
            case .compared(.equal, let word): wanted = [values[try index(word)]]
            case .compared(_, _) where !isOrdered, .range(_, _) where !isOrdered: throw .noOrder
            case .compared(.less, let word): wanted = values[..<(try index(word))]
            case .compared(.lessOrEqual, let word): wanted = values[...(try index(word))]
            case .compared(.greater, let word): wanted = values[(try index(word) + 1)...]
            case .compared(.greaterOrEqual, let word): wanted = values[(try index(word))...]
            case .range(let first, let last):
                let from = try first.map { word throws(ConditionValue.Refusal) in try index(word) } ?? 0
                let through =
                    try last.map { word throws(ConditionValue.Refusal) in try index(word) } ?? values.count
                    - 1
                if from > through { throw .backwardRange }
                wanted = values[from...through]
            }
            return ConditionTest(test(Array(wanted)), namesPast: namesPast)
        }
    }

    /// Makes a key for days that the store evaluates in a way of its own, such as times of changes in the user's time zone.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - type: How days are typed.
    ///   - isPast: Whether a number of days means days that have passed, and a weekday the last one.
    ///   - test: Returns the test for the days that are asked for.
    public init(
        days words: String..., type: FieldType<CivilDate>, isPast: Bool,
        test: @escaping @MainActor @Sendable (ConditionDays) -> ConditionTest<Model>
    ) {
        self.init(words, candidates: type.askedCandidates) {
            (value, context) throws(ConditionValue.Refusal) in
            func day(_ position: Double?, plus days: Int = 0) -> CivilDate? {
                position.map { CivilDate(utc: Date(timeIntervalSinceReferenceDate: $0)).adding(days: days) }
            }
            switch try type.question(value, context, isPast: isPast) {
            case .missing: return test(.missing)
            case .present, .containing: return test(.present)
            case .equal(let wanted): return test(.within(from: wanted, through: wanted))
            case .within(let from, let through, _):
                return test(.within(from: day(from), through: day(through)))
            case .below(let bound, _): return test(.within(from: nil, through: day(bound, plus: -1)))
            case .above(let bound, _): return test(.within(from: day(bound, plus: 1), through: nil))
            }
        }
    }

    /// Makes a key for names that are written whole, such as shelves. Case and accents don't matter.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - known: Returns all names in the store.
    ///   - predicate: Returns the test for a name in the store; for `nil`, that for records without a name.
    public init(
        name words: String..., known: @escaping @MainActor @Sendable () throws -> [String],
        predicate: @escaping @MainActor @Sendable (String?) throws -> Predicate<Model>
    ) {
        self.init(words) { (value, context) throws(ConditionValue.Refusal) in
            do {
                switch value {
                case .none: return ConditionTest(try predicate(nil))
                case .any: return ConditionTest(.not(try predicate(nil)))
                case .compared(.equal, let name):
                    let wanted = SearchFold.fold(name.hasPrefix("#") ? String(name.dropFirst()) : name)
                    let names = try known()
                    guard let found = names.first(where: { SearchFold.fold($0) == wanted }) else {
                        throw ConditionValue.Refusal.unknownName(name, nearest(to: name, in: names))
                    }
                    return ConditionTest(try predicate(found))
                case .compared, .range: throw ConditionValue.Refusal.noOrder
                }
            } catch let refusal as ConditionValue.Refusal {
                throw refusal
            } catch {
                throw .failed(error)
            }
        }
    }
}

extension ConditionKey where Model: PersistentModel {
    /// The number of a record, as in `number:1..20`.
    public static var number: ConditionKey {
        ConditionKey("number", type: .number(0...Int.max)) { model in
            model.persistentModelID.recordNumber.map { [Int($0)] } ?? []
        }
    }
}

/// A word after `is:`, such as `is:overdue`.
public struct ConditionFlag<Model: AnyObject>: Sendable {
    /// The word, and others for the same.
    let words: [String]
    /// The words in the user's language.
    let names: [LocalizedText]
    let test: @MainActor @Sendable (FieldContext) -> ConditionTest<Model>

    /// Makes a flag.
    ///
    /// - Parameters:
    ///   - words: The word, and others for the same.
    ///   - names: Words in the user's language. Default: none.
    ///   - test: Returns the test.
    public init(
        _ words: String..., names: [LocalizedText] = [],
        test: @escaping @MainActor @Sendable (FieldContext) -> ConditionTest<Model>
    ) {
        self.words = words
        self.names = names
        self.test = test
    }

    init(_ words: [String], names: [LocalizedText], test: ConditionTest<Model>) {
        self.words = words
        self.names = names
        self.test = { _ in test }
    }

    /// Returns a flag for each choice of a property, such as `is:completed` for a status.
    ///
    /// - Parameters:
    ///   - choices: The choices.
    ///   - test: Returns the test for a value.
    public static func each<Value>(
        _ choices: [Choice<Value>], test: (Value) -> ConditionTest<Model>
    ) -> [ConditionFlag] {
        choices.map { ConditionFlag([$0.name] + $0.otherNames, names: $0.words, test: test($0.value)) }
    }
}

/// The value after a colon.
enum ConditionValue: Hashable, Sendable {
    enum Comparison: String, CaseIterable, Sendable {
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case equal = "="
    }

    /// Why a key refuses a value.
    enum Refusal: Error {
        case unfit(String, any PresentableError)
        case noOrder
        case backwardRange
        case unknownName(String, [String])
        case failed(any Error)
    }

    /// Records without a value.
    case none
    /// Records with a value.
    case any
    case compared(Comparison, String)
    /// From the first to the last value; `nil` is open-ended. At least one of them isn't `nil`.
    case range(from: String?, through: String?)
}

/// How conditions compare values.
public enum FieldComparison<Value: Sendable>: Sendable {
    /// A value contains the text that is asked for. Case and accents don't matter.
    case text(@Sendable (Value) -> String)
    /// A value is a number or a span of numbers, such as the days of a month. Only values with the same unit, such as a
    /// currency, are compared. A value that is asked for may be a longer span than one of a record, as whole stars
    /// include the quarters above them.
    case span(
        unit: (@Sendable (Value) -> String)? = nil,
        asked: (@Sendable (Value) -> ClosedRange<Double>)? = nil, @Sendable (Value) -> ClosedRange<Double>)
    /// Values are equal or not.
    case equality
}

extension FieldType {
    /// The values that Tab offers after the colon.
    var askedCandidates: [CompletionWord] {
        if case .words(let words) = typed.completion { words } else { [] }
    }

    /// Returns the test of a condition.
    ///
    /// - Parameters:
    ///   - value: The value after the colon.
    ///   - context: The language and the day.
    ///   - isPast: Whether a number of days means days that have passed.
    ///   - namesPast: Whether the condition says if past records are listed.
    ///   - predicate: Returns what the store evaluates; `nil` if it can't.
    ///   - values: Returns the values of a record.
    @MainActor
    func test<Model>(
        _ value: ConditionValue, _ context: FieldContext, isPast: Bool, namesPast: Bool,
        predicate: (@Sendable (ConditionQuestion<Value>) -> Predicate<Model>?)?,
        values: @escaping @Sendable (Model) -> [Value]
    ) throws(ConditionValue.Refusal) -> ConditionTest<Model> where Value: Equatable {
        let question = try question(value, context, isPast: isPast)
        let comparison = comparison
        return ConditionTest(predicate?(question), namesPast: namesPast) { model in
            question.holds(for: values(model), comparison)
        }
    }

    @MainActor
    func question(
        _ value: ConditionValue, _ context: FieldContext, isPast: Bool
    ) throws(ConditionValue.Refusal) -> ConditionQuestion<Value> {
        var units: [String] = []
        func span(_ string: String) throws(ConditionValue.Refusal) -> ClosedRange<Double> {
            guard case .span(let unit, let asked, let span) = comparison else { throw .noOrder }
            if let (first, last) = Self.span(string, context) {
                return span(first).lowerBound...span(last).upperBound
            }
            let value = try parsed(string, context, isPast: isPast)
            if let unit { units.append(unit(value)) }
            return (asked ?? span)(value)
        }
        func within(_ from: Double?, _ through: Double?) -> ConditionQuestion<Value> {
            .within(from: from, through: through, unit: units.first)
        }
        switch value {
        case .none: return .missing
        case .any: return .present
        case .range(let first, let last):
            if case .text = comparison { return .containing("\(first ?? "")..\(last ?? "")") }
            let from = try first.map { string throws(ConditionValue.Refusal) in try span(string) }
            let through = try last.map { string throws(ConditionValue.Refusal) in try span(string) }
            if let from, let through, from.lowerBound > through.upperBound || Set(units).count > 1 {
                throw .backwardRange
            }
            return within(from?.lowerBound, through?.upperBound)
        case .compared(let sign, let string):
            switch (comparison, sign) {
            case (.text, .equal): return .containing(string)
            case (.equality, .equal): return .equal(try parsed(string, context, isPast: isPast))
            case (.text, _), (.equality, _): throw .noOrder
            case (.span, .equal):
                let asked = try span(string)
                // A number of days is a span from today.
                if let today = Self.today(context), Self.isDuration(string) {
                    return isPast
                        ? within(asked.lowerBound, nil)
                        : within(today, asked.upperBound)
                }
                return within(asked.lowerBound, asked.upperBound)
            case (.span, .less):
                let bound = try span(string).lowerBound
                return .below(bound, unit: units.first)
            case (.span, .lessOrEqual):
                let bound = try span(string).upperBound
                return within(nil, bound)
            case (.span, .greater):
                let bound = try span(string).upperBound
                return .above(bound, unit: units.first)
            case (.span, .greaterOrEqual):
                let bound = try span(string).lowerBound
                return within(bound, nil)
            }
        }
    }

    /// Parses a value. A day may be a number of days, weeks, months or years from today, as in `7d`.
    @MainActor
    private func parsed(
        _ string: String, _ context: FieldContext, isPast: Bool
    ) throws(ConditionValue.Refusal) -> Value {
        if let day = Self.day(string, context, isPast: isPast) { return day }
        do {
            let value = completed(try typed.parse(string, context.parsing), context)
            // A weekday that has passed is the last one.
            if isPast, let day = value as? CivilDate, day > context.today,
                !string.contains(where: \.isNumber),
                let last = day.adding(days: -7) as? Value
            {
                return last
            }
            return value
        } catch let error as any PresentableError {
            throw .unfit(string, error)
        } catch {
            throw .failed(error)
        }
    }

    /// The position of today, if the values are days.
    @MainActor
    private static func today(_ context: FieldContext) -> Double? {
        Value.self is any DayValue.Type ? ConditionDay.position(context.today) : nil
    }

    /// The first and the last day of a month or a year; `nil` if the text is none, or the values aren't days.
    @MainActor
    private static func span(_ string: String, _ context: FieldContext) -> (first: Value, last: Value)? {
        guard let type = Value.self as? any DayValue.Type, string.count(where: \.isNumber) >= 4,
            context.localizer.parseDay(string, today: context.today) == nil,
            let days = ConditionDay.span(string, context),
            let first = type.value(of: days.lowerBound) as? Value,
            let last = type.value(of: days.upperBound) as? Value
        else { return nil }
        return (first, last)
    }

    private static func isDuration(_ string: String) -> Bool { ConditionDay.duration(string) != nil }

    /// Returns the day of a duration such as `7d`; `nil` if the text is none, or the values aren't days.
    @MainActor
    private static func day(_ string: String, _ context: FieldContext, isPast: Bool) -> Value? {
        guard let type = Value.self as? any DayValue.Type, let days = ConditionDay.duration(string) else {
            return nil
        }
        guard let day = ConditionDay.day(days, from: context.today, isPast: isPast) else { return nil }
        return type.value(of: day) as? Value
    }
}

/// A value that can be made from a day, so that conditions accept `7d` for it.
public protocol DayValue {
    /// Returns the value of a day.
    static func value(of day: CivilDate) -> Self
}

extension CivilDate: DayValue {
    /// Returns the day itself.
    public static func value(of day: CivilDate) -> CivilDate { day }
}

/// The days that a condition asks for.
public enum ConditionDays: Hashable, Sendable {
    /// Records without a day.
    case missing
    /// Records with a day.
    case present
    /// From the first to the last day; `nil` is open-ended.
    case within(from: CivilDate?, through: CivilDate?)
}

/// Positions and durations of days in conditions.
enum ConditionDay {
    /// Returns the position of a day among the days.
    static func position(_ day: CivilDate) -> Double { day.utcDate.timeIntervalSinceReferenceDate }

    /// Returns the days of a day, a month or a year.
    @MainActor
    static func days(_ text: String, _ context: FieldContext) -> ClosedRange<CivilDate>? {
        if let day = context.localizer.parseDay(text, today: context.today) { return day...day }
        return span(text, context)
    }

    /// Returns the days of a month or a year.
    @MainActor
    static func span(_ text: String, _ context: FieldContext) -> ClosedRange<CivilDate>? {
        if text.utf8.count == 4, let year = Int(text) {
            guard let first = CivilDate(year: year, month: 1, day: 1),
                let last = CivilDate(year: year, month: 12, day: 31)
            else { return nil }
            return first...last
        }
        guard let month = context.localizer.parseMonth(text, today: context.today) else { return nil }
        return month...month.adding(days: CivilDate.length(ofMonth: month.month, year: month.year) - 1)
    }

    /// Returns the number and the unit of a duration such as `7d`, `2w`, `3m` or `1y`; `nil` for another text.
    static func duration(_ string: String) -> (count: Int, unit: Character)? {
        guard let unit = string.last?.lowercased().first, "dwmy".contains(unit), string.count > 1,
            let count = Int(string.dropLast()), count >= 0, string.first != "+"
        else { return nil }
        return (count, unit)
    }

    /// Returns the day that is a duration after another day, or before it.
    static func day(
        _ duration: (count: Int, unit: Character), from day: CivilDate, isPast: Bool
    ) -> CivilDate? {
        guard duration.count <= 100_000 else { return nil }
        let count = isPast ? -duration.count : duration.count
        switch duration.unit {
        case "d": return day.adding(days: count)
        case "w": return day.adding(days: 7 * count)
        default:
            let months = day.year * 12 + day.month - 1 + count * (duration.unit == "y" ? 12 : 1)
            let (year, month) = (months / 12, months % 12 + 1)
            guard (1...9999).contains(year) else { return nil }
            return CivilDate(
                year: year, month: month, day: min(day.day, CivilDate.length(ofMonth: month, year: year)))
        }
    }
}

/// What a condition asks of the values of a record.
enum ConditionQuestion<Value: Sendable>: Sendable {
    case missing
    case present
    case containing(String)
    case equal(Value)
    /// Within the bounds; `nil` is open-ended.
    case within(from: Double?, through: Double?, unit: String?)
    case below(Double, unit: String?)
    case above(Double, unit: String?)

    func holds(for values: [Value], _ comparison: FieldComparison<Value>) -> Bool where Value: Equatable {
        switch self {
        case .missing: return values.isEmpty
        case .present: return !values.isEmpty
        case .equal(let wanted): return values.contains(wanted)
        case .containing(let wanted):
            guard case .text(let text) = comparison else { return false }
            let wanted = SearchFold.fold(wanted)
            return values.contains { SearchFold.fold(text($0)).contains(wanted) }
        case .within(let from, let through, let unit):
            return spans(values, comparison, unit) {
                $0.lowerBound >= from ?? -.infinity && $0.upperBound <= through ?? .infinity
            }
        case .below(let bound, let unit): return spans(values, comparison, unit) { $0.upperBound < bound }
        case .above(let bound, let unit): return spans(values, comparison, unit) { $0.lowerBound > bound }
        }
    }

    private func spans(
        _ values: [Value], _ comparison: FieldComparison<Value>, _ unit: String?,
        _ fits: (ClosedRange<Double>) -> Bool
    ) -> Bool {
        guard case .span(let unitOf, _, let span) = comparison else { return false }
        return values.contains { (unit == nil || unitOf?($0) == unit) && fits(span($0)) }
    }
}

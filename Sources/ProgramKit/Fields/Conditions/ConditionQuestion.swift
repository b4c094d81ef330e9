import Foundation
import Localization
import Shell

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

    /// Whether the value has a meaning only in an order.
    var isOrdered: Bool {
        switch self {
        case .none, .any, .compared(.equal, _): false
        case .compared, .range: true
        }
    }
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
        values: @escaping @MainActor @Sendable (Model) -> [Value]
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
            let value = completed(try typed.parse(string, context.parsing), nil, context)
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
            return values.contains { SearchFold.contains(text($0), folded: wanted) }
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

extension Field {
    /// Returns this computed field as one that conditions can ask for, by what its data show.
    ///
    /// - Parameter type: The type of the values, which reads a value of data, or each of a list. Texts also contain what
    ///   the user sees.
    public func compared<Value: Equatable & Sendable>(as type: FieldType<Value>) -> Field {
        guard let column = values.columns.first, let read = type.imported else { return self }
        var field = self
        field.values.askedCandidates = type.askedCandidates
        field.values.ask = { (value, context, isPast) throws(ConditionValue.Refusal) in
            try type.test(value, context, isPast: isPast, namesPast: false, predicate: nil) { model in
                let cell = column.cell(model, context)
                let found = cell.raw.parts.compactMap(read)
                guard !found.isEmpty, Value.self == String.self,
                    let shown = cell.display.text(context.localizer) as? Value
                else { return found }
                return found + [shown]
            }
        }
        return field
    }
}

extension Cell.RawValue {
    /// The values: those of a list, one, or none.
    fileprivate var parts: [Cell.RawValue] {
        switch self {
        case .null: []
        case .list(let parts): parts
        default: [self]
        }
    }
}

extension Cell.Display {
    /// Returns a text that the user sees; `nil` for other cells.
    fileprivate func text(_ localizer: Localizer) -> String? {
        switch self {
        case .verbatim(let text): text
        case .text(let text): localizer.string(text)
        default: nil
        }
    }
}

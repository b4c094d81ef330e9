import Foundation
import Localization
import Shell

extension ConditionKey {
    /// Makes a key for a computed field, by the value that data show: a number, a day such as `1969-07-16`, a text, or a list
    /// of them.
    init(computed field: Field<Model>) {
        let column = field.values.columns.first
        self.init([field.word], names: [field.label]) { (value, context) throws(ConditionValue.Refusal) in
            let question = try ComputedValue.Question(value, context)
            return ConditionTest { model in
                guard let column else { return false }
                return question.holds(for: ComputedValue.values(of: column.cell(model, context).raw))
            }
        }
    }
}

/// A value that data show.
enum ComputedValue {
    case text(String)
    case number(Double)
    case day(CivilDate)

    /// Returns the values of a cell; none if it is empty.
    static func values(of raw: Cell.RawValue) -> [ComputedValue] {
        switch raw {
        case .null: []
        case .string(let text): [day(text).map { .day($0) } ?? .text(text)]
        case .integer(let number): [.number(Double(number))]
        case .decimal(let number): [.number(number)]
        case .bool(let isTrue): isTrue ? [.text("yes")] : []
        case .list(let parts): parts.flatMap(values)
        }
    }

    private static func day(_ text: String) -> CivilDate? { text.utf8.count == 10 ? CivilDate(text) : nil }

    /// What a condition asks for. The text after the colon means a number for numbers, a day, a month or a year for days,
    /// and a part of a text for texts.
    struct Question {
        private let value: ConditionValue
        private let days: [String: ClosedRange<CivilDate>]

        @MainActor
        init(_ value: ConditionValue, _ context: FieldContext) throws(ConditionValue.Refusal) {
            let texts: [String?] =
                switch value {
                case .none, .any: []
                case .compared(_, let text): [text]
                case .range(let from, let through): [from, through]
                }
            var days: [String: ClosedRange<CivilDate>] = [:]
            for text in texts.compactMap(\.self) { days[text] = ConditionDay.days(text, context) }
            // Texts have no order.
            if value.isOrdered,
                let unfit = texts.compactMap(\.self).first(where: {
                    days[$0] == nil && Self.number($0) == nil
                })
            {
                throw .unfit(
                    unfit,
                    ValueError.refused(
                        ProgramKit.text("“%@” is neither a number nor a date.", unfit),
                        remedy: ProgramKit.text("Write a number, or a date such as 1969-07-16.")))
            }
            if case .range(let from?, let through?) = value {
                let areDays = days[from] != nil && days[through] != nil
                let isBackward =
                    areDays
                    ? days[from]?.lowerBound ?? .first > days[through]?.lowerBound ?? .last
                    : Self.number(from) ?? 0 > Self.number(through) ?? .infinity
                if isBackward { throw .backwardRange }
            }
            self.value = value
            self.days = days
        }

        private static func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }

        func holds(for values: [ComputedValue]) -> Bool {
            switch value {
            case .none: values.isEmpty
            case .any: !values.isEmpty
            case .compared, .range: values.contains(where: fits)
            }
        }

        private func fits(_ shown: ComputedValue) -> Bool {
            switch shown {
            case .text(let text):
                guard case .compared(.equal, let wanted) = value else { return false }
                return SearchFold.contains(text, folded: SearchFold.fold(wanted))
            case .number(let number):
                return fits(number) { text in Self.number(text).map { $0...$0 } }
            case .day(let day):
                return fits(day) { days[$0] }
            }
        }

        private func fits<Value: Comparable>(
            _ shown: Value, _ span: (String) -> ClosedRange<Value>?
        ) -> Bool {
            switch value {
            case .none, .any: return true
            case .compared(let sign, let text):
                guard let span = span(text) else { return false }
                return switch sign {
                case .equal: span.contains(shown)
                case .less: shown < span.lowerBound
                case .lessOrEqual: shown <= span.upperBound
                case .greater: shown > span.upperBound
                case .greaterOrEqual: shown >= span.lowerBound
                }
            case .range(let from, let through):
                if let from {
                    guard let first = span(from)?.lowerBound, first <= shown else { return false }
                }
                if let through {
                    guard let last = span(through)?.upperBound, shown <= last else { return false }
                }
                return true
            }
        }
    }
}

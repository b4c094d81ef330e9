import Foundation
import ModelData

/// Makes the predicates by which the store evaluates conditions, as the `#Predicate` macro would.
enum StoredTests<Model: AnyObject> {
    private typealias Expressions = PredicateExpressions
    typealias Path<Value> = any KeyPath<Model, Value> & Sendable

    /// Returns the predicate for a stored property.
    ///
    /// - Parameters:
    ///   - question: What is asked of the property.
    ///   - stored: The stored property whose value the field has.
    ///   - equality: Makes the predicates of values that have no order.
    /// - Returns: The predicate; `nil` if the store can't evaluate it.
    static func predicate<Value>(
        _ question: ConditionQuestion<Value>, _ stored: PartialKeyPath<Model> & Sendable,
        _ equality: (any StoredEquality<Value>)?
    ) -> Predicate<Model>? {
        if let path = path(stored, to: String.self) {
            return text(question) { Expressions.build_KeyPath(root: $0, keyPath: path) }
        }
        if let path = path(stored, to: String?.self) {
            return text(question) {
                Expressions.build_NilCoalesce(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: path), rhs: Expressions.build_Arg(""))
            }
        }
        if let found = number(question, stored, { Int(exactly: $0) }) { return found }
        if let found = number(question, stored, { Double($0) }) { return found }
        if let found = number(question, stored, { Date(timeIntervalSinceReferenceDate: $0) }) { return found }
        if case .equal(let value) = question { return equality?.predicate(value, stored) }
        return nil
    }

    static func path<Value>(
        _ stored: PartialKeyPath<Model> & Sendable, to type: Value.Type
    ) -> (Path<Value>)? {
        let path: AnyKeyPath = stored
        // The path stays sendable, which a cast can't say.
        return (path as? KeyPath<Model, Value>).map { unsafeBitCast($0, to: Path<Value>.self) }
    }

    private static func text<Value, Text: StandardPredicateExpression<String>>(
        _ question: ConditionQuestion<Value>, _ text: (Expressions.Variable<Model>) -> Text
    ) -> Predicate<Model>? {
        switch question {
        case .containing(let wanted):
            return Predicate<Model> {
                Expressions.build_localizedStandardContains(text($0), Expressions.build_Arg(wanted))
            }
        case .missing:
            return Predicate<Model> {
                Expressions.build_Equal(lhs: text($0), rhs: Expressions.build_Arg(""))
            }
        case .present:
            return Predicate<Model> {
                Expressions.build_NotEqual(lhs: text($0), rhs: Expressions.build_Arg(""))
            }
        case .equal, .within, .below, .above: return nil
        }
    }

    /// How a value is compared with a bound.
    private enum Comparison { case atLeast, atMost, below, above }

    /// Returns the predicate for numbers or dates; `nil` if the property is none, or the store can't evaluate it.
    private static func number<Value, Number: Comparable & Codable & Sendable>(
        _ question: ConditionQuestion<Value>, _ stored: PartialKeyPath<Model> & Sendable,
        _ number: (Double) -> Number?
    ) -> Predicate<Model>? {
        let path = path(stored, to: Number.self), optional = Self.path(stored, to: Number?.self)
        if path == nil, optional == nil { return nil }
        let wanted: [(bound: Double?, comparison: Comparison)]
        switch question {
        case .missing, .present:
            guard let optional else { return nil }
            let isMissing = Predicate<Model> {
                Expressions.build_Equal(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: optional),
                    rhs: Expressions.build_NilLiteral())
            }
            if case .missing = question { return isMissing }
            return .not(isMissing)
        case .within(let from, let through, nil): wanted = [(from, .atLeast), (through, .atMost)]
        case .below(let bound, nil): wanted = [(bound, .below)]
        case .above(let bound, nil): wanted = [(bound, .above)]
        case .containing, .equal, .within, .below, .above: return nil
        }
        var parts: [Predicate<Model>] = []
        for (bound, comparison) in wanted {
            guard let bound else { continue }
            guard let bound = number(bound) else { return nil }
            if let path {
                parts.append(
                    Predicate<Model> {
                        compared(Expressions.build_KeyPath(root: $0, keyPath: path), bound, comparison)
                    })
            } else if let optional {
                parts.append(
                    Predicate<Model> {
                        // A missing value is neither below nor above another one.
                        let written = Expressions.build_KeyPath(root: $0, keyPath: optional)
                        return both(
                            Expressions.build_NotEqual(lhs: written, rhs: Expressions.build_NilLiteral()),
                            compared(Expressions.build_ForcedUnwrap(written), bound, comparison))
                    })
            }
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func compared<Number: Comparable & Codable & Sendable>(
        _ value: some StandardPredicateExpression<Number>, _ bound: Number, _ comparison: Comparison
    ) -> any StandardPredicateExpression<Bool> {
        let bound = Expressions.build_Arg(bound)
        return switch comparison {
        case .atLeast: Expressions.build_Comparison(lhs: value, rhs: bound, op: .greaterThanOrEqual)
        case .atMost: Expressions.build_Comparison(lhs: value, rhs: bound, op: .lessThanOrEqual)
        case .below: Expressions.build_Comparison(lhs: value, rhs: bound, op: .lessThan)
        case .above: Expressions.build_Comparison(lhs: value, rhs: bound, op: .greaterThan)
        }
    }

    private static func both(
        _ first: some StandardPredicateExpression<Bool>, _ second: some StandardPredicateExpression<Bool>
    ) -> any StandardPredicateExpression<Bool> { Expressions.build_Conjunction(lhs: first, rhs: second) }
}

/// Makes predicates for values that are equal or not, such as those of a choice.
protocol StoredEquality<Value>: Sendable {
    associatedtype Value

    func predicate<Model: AnyObject>(
        _ value: Value, _ stored: PartialKeyPath<Model> & Sendable
    ) -> Predicate<Model>?
}

/// Makes predicates for values that are stored as they are.
struct CodableEquality<Value: Codable & Equatable & Sendable>: StoredEquality {
    func predicate<Model: AnyObject>(
        _ value: Value, _ stored: PartialKeyPath<Model> & Sendable
    ) -> Predicate<Model>? {
        guard let path = StoredTests<Model>.path(stored, to: Value.self) else { return nil }
        return Predicate<Model> {
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: $0, keyPath: path),
                rhs: PredicateExpressions.build_Arg(value))
        }
    }
}

import Foundation
import TestSupport

/// Makes random predicates of the expressions that `#Predicate` generates.
protocol RandomPredicates {
    associatedtype Model

    var random: SeededGenerator { get set }
    /// Whether `condition ? first : second` occurs.
    static var hasTernaries: Bool { get }
    /// Returns a condition on the properties of a model.
    mutating func leaf(_ row: PredicateExpressions.Variable<Model>) -> any StandardPredicateExpression<Bool>
}

extension RandomPredicates {
    typealias Expressions = PredicateExpressions
    typealias Row = Expressions.Variable<Model>
    typealias Condition = any StandardPredicateExpression<Bool>

    /// Returns a predicate that joins conditions.
    ///
    /// - Parameter depth: The largest number of joined conditions in one another.
    mutating func make(depth: Int) -> Predicate<Model> { Predicate { row in condition(row, depth: depth) } }

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func condition(_ row: Row, depth: Int) -> Condition {
        if depth > 0 {
            switch pick(Self.hasTernaries ? 6 : 5) {
            case 0: return both(condition(row, depth: depth - 1), condition(row, depth: depth - 1))
            case 1: return either(condition(row, depth: depth - 1), condition(row, depth: depth - 1))
            case 2: return not(condition(row, depth: depth - 1))
            case 3 where Self.hasTernaries:
                return choice(
                    condition(row, depth: depth - 1), condition(row, depth: depth - 1),
                    condition(row, depth: depth - 1))
            default: break
            }
        }
        return leaf(row)
    }

    private func both<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
        _ first: A, _ second: B
    ) -> Condition { Expressions.build_Conjunction(lhs: first, rhs: second) }

    private func either<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
        _ first: A, _ second: B
    ) -> Condition { Expressions.build_Disjunction(lhs: first, rhs: second) }

    private func not<A: StandardPredicateExpression<Bool>>(_ condition: A) -> Condition {
        Expressions.build_Negation(condition)
    }

    private func choice<
        A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>,
        C: StandardPredicateExpression<Bool>
    >(_ test: A, _ first: B, _ second: C) -> Condition {
        Expressions.build_Conditional(test, first, second)
    }
}

import Foundation
import ModelData

/// A list of conditions for issues. A single predicate combines them with AND, so that the store checks them
/// with a single statement.
struct IssueFilter {
    enum Condition {
        /// A text in the title or the content, ignoring case and accents.
        case text(String)
        /// A tag, by its identifier.
        case tag(PersistentIdentifier)
        case status(IssueStatus)
        case priority(Priority)
        /// The issue changed at this time or later.
        case modified(since: Date)
        /// The negation of a condition.
        indirect case not(Condition)
    }

    var conditions: [Condition] = []

    /// Adds the condition for a property. If the filter allows any value, adds nothing.
    ///
    /// - Parameters:
    ///   - wanted: The filter of the property.
    ///   - condition: Returns the condition for a value.
    mutating func add<Value>(_ wanted: ValueFilter<Value>, _ condition: (Value) -> Condition) {
        switch wanted {
        case .any: break
        case .only(let value): conditions.append(condition(value))
        case .except(let value): conditions.append(.not(condition(value)))
        }
    }

    /// The conditions as a predicate; `nil` if there are none.
    var predicate: Predicate<Issue>? {
        guard let first = conditions.first else { return nil }
        return Predicate<Issue> { issue in
            var whole: any StandardPredicateExpression<Bool> = first.expression(issue)
            for condition in conditions.dropFirst() { whole = both(whole, condition.expression(issue)) }
            return whole
        }
    }
}

private typealias Expressions = PredicateExpressions

/// Build the expressions that the `#Predicate` macro would generate, because the macro can't express a
/// variable number of conditions.
extension IssueFilter.Condition {
    fileprivate func expression(
        _ issue: Expressions.Variable<Issue>
    ) -> any StandardPredicateExpression<Bool> {
        switch self {
        case .text(let text):
            return Expressions.build_Disjunction(
                lhs: Expressions.build_localizedStandardContains(
                    Expressions.build_KeyPath(root: issue, keyPath: \.title), Expressions.build_Arg(text)),
                rhs: Expressions.build_localizedStandardContains(
                    Expressions.build_KeyPath(root: issue, keyPath: \.content), Expressions.build_Arg(text)))
        case .tag(let identifier):
            return Expressions.build_contains(Expressions.build_KeyPath(root: issue, keyPath: \.tags)) {
                Expressions.build_Equal(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.persistentModelID),
                    rhs: Expressions.build_Arg(identifier))
            }
        case .status(let status):
            let closed = Expressions.build_KeyPath(root: issue, keyPath: \.closed)
            switch status {
            case .open: return Expressions.build_Equal(lhs: closed, rhs: Expressions.build_NilLiteral())
            case .closed: return Expressions.build_NotEqual(lhs: closed, rhs: Expressions.build_NilLiteral())
            }
        case .priority(let priority):
            return Expressions.build_Equal(
                lhs: Expressions.build_KeyPath(root: issue, keyPath: \.priority),
                rhs: Expressions.build_Arg(priority))
        case .modified(let date):
            return Expressions.build_Comparison(
                lhs: Expressions.build_KeyPath(root: issue, keyPath: \.modified),
                rhs: Expressions.build_Arg(date), op: .greaterThanOrEqual)
        case .not(let condition):
            return negated(condition.expression(issue))
        }
    }
}

private func both<First: StandardPredicateExpression<Bool>, Second: StandardPredicateExpression<Bool>>(
    _ first: First, _ second: Second
) -> any StandardPredicateExpression<Bool> { Expressions.build_Conjunction(lhs: first, rhs: second) }

private func negated<Inner: StandardPredicateExpression<Bool>>(
    _ condition: Inner
) -> any StandardPredicateExpression<Bool> { Expressions.build_Negation(condition) }

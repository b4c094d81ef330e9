import Foundation
import Localization
import ModelData

/// A list of conditions for issues. A single predicate combines them with AND, so that the store checks them
/// with a single statement.
struct IssueFilter {
    /// A field with a date.
    enum DateField: CaseIterable, Hashable, Sendable {
        case due, wait, created, modified, closed, started

        /// Whether a number of days means days that have passed, as in `modified:7d`.
        var isPast: Bool { self != .due && self != .wait }
    }

    enum Condition: Sendable {
        /// A text in the title or the content, ignoring case and accents.
        case text(String)
        /// A text in the title only.
        case title(String)
        /// A text in the content only.
        case content(String)
        /// A text in a note.
        case note(String)
        /// A tag, by its identifier.
        case tag(PersistentIdentifier)
        case untagged
        case status(IssueStatus)
        case priority(Priority)
        /// The issue is open and waits for an open issue.
        case blocked
        /// The issue is open, and an open issue waits for it.
        case blocking
        case recurring
        /// The date is at or after the first time, and before the second one; `nil` is open-ended.
        case date(DateField, from: Date?, before: Date?)
        /// The field has a date.
        case dated(DateField)
        /// The negation of a condition.
        indirect case not(Condition)
        /// All of these conditions.
        case all([Condition])
        /// At least one of these conditions.
        case any([Condition])
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
        conditions.isEmpty ? nil : Condition.all(conditions).predicate
    }
}

extension IssueFilter.Condition {
    /// The condition as a predicate.
    var predicate: Predicate<Issue> { Predicate<Issue> { issue in expression(issue) } }

    /// Returns the condition that an issue has one of several tags.
    static func tags(_ tags: [Tag]) -> IssueFilter.Condition {
        let conditions = tags.map { IssueFilter.Condition.tag($0.persistentModelID) }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    /// Returns the conditions of the issues that lists show unless the query names a status: the open ones that don't
    /// wait.
    static func current(_ today: CivilDate) -> [IssueFilter.Condition] {
        [.status(.open), .not(.waiting(after: today))]
    }

    /// Returns the condition that an issue is open and hidden until a later day.
    static func waiting(after today: CivilDate) -> IssueFilter.Condition {
        .all([.status(.open), .date(.wait, from: today.adding(days: 1).utcDate, before: nil)])
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
            return either(Self.title(text).expression(issue), Self.content(text).expression(issue))
        case .title(let text):
            return Expressions.build_localizedStandardContains(
                Expressions.build_KeyPath(root: issue, keyPath: \.title), Expressions.build_Arg(text))
        case .content(let text):
            return Expressions.build_localizedStandardContains(
                Expressions.build_KeyPath(root: issue, keyPath: \.content), Expressions.build_Arg(text))
        case .note(let text):
            return Expressions.build_contains(Expressions.build_KeyPath(root: issue, keyPath: \.notes)) {
                Expressions.build_localizedStandardContains(
                    Expressions.build_KeyPath(root: $0, keyPath: \.text), Expressions.build_Arg(text))
            }
        case .tag(let identifier):
            return Expressions.build_contains(Expressions.build_KeyPath(root: issue, keyPath: \.tags)) {
                Expressions.build_Equal(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.persistentModelID),
                    rhs: Expressions.build_Arg(identifier))
            }
        case .untagged:
            return Expressions.build_KeyPath(
                root: Expressions.build_KeyPath(root: issue, keyPath: \.tags), keyPath: \.isEmpty)
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
        case .blocked: return Self.openWithOpen(issue, \.blockedBy)
        case .blocking: return Self.openWithOpen(issue, \.blocks)
        case .recurring:
            return Expressions.build_NotEqual(
                lhs: Expressions.build_KeyPath(root: issue, keyPath: \.recurrence),
                rhs: Expressions.build_NilLiteral())
        case .date(let field, let from, let before):
            var bounds: [any StandardPredicateExpression<Bool>] = []
            if let from { bounds.append(Self.comparison(issue, field, isBefore: false, from)) }
            if let before { bounds.append(Self.comparison(issue, field, isBefore: true, before)) }
            guard let first = bounds.first else { return Self.dated(field).expression(issue) }
            return bounds.count == 1 ? first : both(first, bounds[1])
        case .dated(let field):
            guard let date = field.optionalDate else { return Expressions.build_Arg(true) }
            return Expressions.build_NotEqual(
                lhs: Expressions.build_KeyPath(root: issue, keyPath: date),
                rhs: Expressions.build_NilLiteral())
        case .not(let condition):
            return negated(condition.expression(issue))
        case .all(let conditions):
            guard var whole = conditions.first?.expression(issue) else { return Expressions.build_Arg(true) }
            for condition in conditions.dropFirst() { whole = both(whole, condition.expression(issue)) }
            return whole
        case .any(let conditions):
            guard var whole = conditions.first?.expression(issue) else { return Expressions.build_Arg(false) }
            for condition in conditions.dropFirst() { whole = either(whole, condition.expression(issue)) }
            return whole
        }
    }

    /// Returns the condition that the issue is open and related to an open issue.
    private static func openWithOpen(
        _ issue: Expressions.Variable<Issue>, _ others: KeyPath<Issue, [Issue]> & Sendable
    ) -> any StandardPredicateExpression<Bool> {
        both(
            Self.status(.open).expression(issue),
            Expressions.build_contains(Expressions.build_KeyPath(root: issue, keyPath: others)) {
                Expressions.build_Equal(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.closed),
                    rhs: Expressions.build_NilLiteral())
            })
    }

    /// Returns the comparison of a field with a time. A missing date is neither before nor after it.
    private static func comparison(
        _ issue: Expressions.Variable<Issue>, _ field: IssueFilter.DateField, isBefore: Bool, _ date: Date
    ) -> any StandardPredicateExpression<Bool> {
        guard let optional = field.optionalDate else {
            return Expressions.build_Comparison(
                lhs: Expressions.build_KeyPath(
                    root: issue, keyPath: field == .created ? \.created : \.modified),
                rhs: Expressions.build_Arg(date), op: isBefore ? .lessThan : .greaterThanOrEqual)
        }
        let written = Expressions.build_KeyPath(root: issue, keyPath: optional)
        return Expressions.build_Conjunction(
            lhs: Expressions.build_NotEqual(lhs: written, rhs: Expressions.build_NilLiteral()),
            rhs: Expressions.build_Comparison(
                lhs: Expressions.build_ForcedUnwrap(written), rhs: Expressions.build_Arg(date),
                op: isBefore ? .lessThan : .greaterThanOrEqual))
    }
}

extension IssueFilter.DateField {
    /// The property, if issues may lack the date.
    fileprivate var optionalDate: (KeyPath<Issue, Date?> & Sendable)? {
        switch self {
        case .due: return \Issue.due
        case .wait: return \Issue.waitingUntil
        case .closed: return \Issue.closed
        case .started: return \Issue.started
        case .created, .modified: return nil
        }
    }
}

private func both<First: StandardPredicateExpression<Bool>, Second: StandardPredicateExpression<Bool>>(
    _ first: First, _ second: Second
) -> any StandardPredicateExpression<Bool> { Expressions.build_Conjunction(lhs: first, rhs: second) }

private func either<First: StandardPredicateExpression<Bool>, Second: StandardPredicateExpression<Bool>>(
    _ first: First, _ second: Second
) -> any StandardPredicateExpression<Bool> { Expressions.build_Disjunction(lhs: first, rhs: second) }

private func negated<Inner: StandardPredicateExpression<Bool>>(
    _ condition: Inner
) -> any StandardPredicateExpression<Bool> { Expressions.build_Negation(condition) }

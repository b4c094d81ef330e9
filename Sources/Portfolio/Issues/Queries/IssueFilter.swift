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
    var predicate: Predicate<Issue>? { conditions.isEmpty ? nil : Condition.all(conditions).predicate }
}

extension IssueFilter.Condition {
    /// The condition as a predicate.
    var predicate: Predicate<Issue> {
        switch self {
        case .text(let text):
            return #Predicate {
                $0.title.localizedStandardContains(text) || $0.content.localizedStandardContains(text)
            }
        case .title(let text): return #Predicate { $0.title.localizedStandardContains(text) }
        case .content(let text): return #Predicate { $0.content.localizedStandardContains(text) }
        case .note(let text):
            return #Predicate<Issue> { issue in
                issue.notes.contains { $0.text.localizedStandardContains(text) }
            }
        case .tag(let identifier):
            return #Predicate<Issue> { issue in issue.tags.contains { $0.persistentModelID == identifier } }
        case .untagged: return #Predicate { $0.tags.isEmpty }
        case .status(.open): return #Predicate { $0.closed == nil }
        case .status(.closed): return #Predicate { $0.closed != nil }
        case .priority(let priority): return #Predicate { $0.priority == priority }
        case .blocked:
            return #Predicate<Issue> { issue in
                issue.closed == nil && issue.blockedBy.contains { $0.closed == nil }
            }
        case .blocking:
            return #Predicate<Issue> { issue in
                issue.closed == nil && issue.blocks.contains { $0.closed == nil }
            }
        case .recurring: return #Predicate { $0.recurrence != nil }
        case .date(let field, let from, let before):
            return .all(
                [
                    from.map { field.comparison(isBefore: false, $0) },
                    before.map { field.comparison(isBefore: true, $0) },
                    from == nil && before == nil ? Self.dated(field).predicate : nil,
                ].compactMap(\.self))
        case .dated(let field): return field.isPresent
        case .not(let condition): return .not(condition.predicate)
        case .all(let conditions): return .all(conditions.map(\.predicate))
        case .any(let conditions): return .any(conditions.map(\.predicate))
        }
    }

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

/// Predicates for a field, as `#Predicate` would generate them. The macro takes no captured key paths.
extension IssueFilter.DateField {
    /// The property, if issues may lack the date.
    private var optionalDate: (KeyPath<Issue, Date?> & Sendable)? {
        switch self {
        case .due: return \Issue.due
        case .wait: return \Issue.waitingUntil
        case .closed: return \Issue.closed
        case .started: return \Issue.started
        case .created, .modified: return nil
        }
    }

    /// Whether an issue has the date.
    fileprivate var isPresent: Predicate<Issue> {
        guard let date = optionalDate else { return .all([]) }
        return Predicate { issue in
            Expressions.build_NotEqual(
                lhs: Expressions.build_KeyPath(root: issue, keyPath: date),
                rhs: Expressions.build_NilLiteral())
        }
    }

    /// Returns the comparison with a time. A missing date is neither before nor after it.
    fileprivate func comparison(isBefore: Bool, _ time: Date) -> Predicate<Issue> {
        guard let optional = optionalDate else {
            let path = self == .created ? \Issue.created : \Issue.modified
            return Predicate { issue in
                Expressions.build_Comparison(
                    lhs: Expressions.build_KeyPath(root: issue, keyPath: path),
                    rhs: Expressions.build_Arg(time), op: isBefore ? .lessThan : .greaterThanOrEqual)
            }
        }
        return Predicate { issue in
            let written = Expressions.build_KeyPath(root: issue, keyPath: optional)
            return Expressions.build_Conjunction(
                lhs: Expressions.build_NotEqual(lhs: written, rhs: Expressions.build_NilLiteral()),
                rhs: Expressions.build_Comparison(
                    lhs: Expressions.build_ForcedUnwrap(written), rhs: Expressions.build_Arg(time),
                    op: isBefore ? .lessThan : .greaterThanOrEqual))
        }
    }
}

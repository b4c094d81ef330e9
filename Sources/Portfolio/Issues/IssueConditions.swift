import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension PortfolioSession {
    /// What conditions can ask of issues. The store evaluates all of it but `every` and numbers.
    var conditions: ConditionVocabulary<Issue> {
        ConditionVocabulary(
            Issue.fields, other: ["until": "due", "details": "content", "body": "content"],
            keys: [
                .number,
                ConditionKey(
                    name: "tag", "project", "tags",
                    known: { [context] in
                        // A tag above others needn't exist.
                        try context.fetch(FetchDescriptor<Tag>()).flatMap {
                            [$0.name] + Tag.upperKeys(of: $0.name)
                        }
                    },
                    predicate: { [context] name in
                        guard let name else { return IssueFilter.Condition.untagged.predicate }
                        return IssueFilter.Condition.tags(try context.tags(under: name)).predicate
                    }),
                ConditionKey(
                    choice: "priority", "pri", of: Priority.choices, isOrdered: true,
                    test: { .any($0.map { IssueFilter.Condition.priority($0).predicate }) }),
                ConditionKey(
                    choice: "status", of: IssueStatus.choices, isOrdered: false, namesPast: true,
                    test: { .any($0.map { IssueFilter.Condition.status($0).predicate }) }),
                ConditionKey(
                    text: "note", "notes", isMissing: #Predicate<Issue> { $0.notes.isEmpty },
                    contains: { IssueFilter.Condition.note($0).predicate }),
                dayKey("due", .due), dayKey("wait", .wait), dayKey("created", .created),
                dayKey("modified", .modified), dayKey("closed", .closed), dayKey("started", .started),
            ],
            flags: ConditionFlag.each(IssueStatus.choices) {
                ConditionTest(IssueFilter.Condition.status($0).predicate, namesPast: true)
            } + [
                flag("overdue") { [today] in
                    .all([.status(.open), .date(.due, from: nil, before: today.utcDate)])
                },
                ConditionFlag("waiting") { [today] _ in
                    ConditionTest(IssueFilter.Condition.waiting(after: today).predicate, namesPast: true)
                },
                flag("blocked") { .blocked }, flag("blocking") { .blocking },
                flag("recurring") { .recurring }, flag("untagged") { .untagged },
                flag("recent") { [now] in IssueQuery.recent(now) },
                // Nobody works on a closed issue, but perhaps on one that waits.
                ConditionFlag("started") { _ in
                    ConditionTest(IssueFilter.Condition.dated(.started).predicate, namesPast: true)
                },
            ],
            hashKey: "tag"
        ) { [weak self] text in
            // `+work` and `@home` are tags, as in “new”, if there are such tags.
            guard let name = QuickEntry.tag(text), let context = self?.context,
                let tag = try context.tag(named: name)
            else { return ConditionTest(IssueFilter.Condition.text(text).predicate) }
            return ConditionTest(
                IssueFilter.Condition.any([.tags(try context.tags(under: tag.name)), .text(text)]).predicate)
        }
    }

    private func flag(
        _ word: String, _ condition: @escaping @MainActor @Sendable () -> IssueFilter.Condition
    ) -> ConditionFlag<Issue> {
        ConditionFlag(word) { _ in ConditionTest(condition().predicate) }
    }

    /// Returns the key of a date. Due days are stored as midnight in UTC; times of events are instants.
    private func dayKey(_ word: String, _ field: IssueFilter.DateField) -> ConditionKey<Issue> {
        let zone = environment.timeZone
        func start(_ day: CivilDate) -> Date { field.isPast ? day.start(in: zone) : day.utcDate }
        return ConditionKey(days: word, type: .naturalDay, isPast: field.isPast) { days in
            let condition: IssueFilter.Condition
            switch days {
            case .missing: condition = .not(.dated(field))
            case .present: condition = .dated(field)
            case .within(let from, let through):
                // There is no day after the last one of the calendar.
                let end = through.flatMap { $0.adding(1, .day) }
                condition = .date(field, from: from.map(start), before: end.map(start))
            }
            return ConditionTest(condition.predicate, namesPast: field == .closed || field == .wait)
        }
    }

    /// Parses a query in the user's language.
    ///
    /// - Throws: `ConditionError`.
    func condition(_ text: String) throws -> Condition<Issue> { try condition(parsing: text, conditions) }

    /// Returns the conditions that Tab offers.
    func conditionCandidates(for typed: String) throws -> [String] {
        conditions.candidates(for: typed, names: try tagNames(), localizer)
    }
}

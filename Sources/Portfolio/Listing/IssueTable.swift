import Localization
import ModelData
import Shell

/// Shows issues as a table.
@MainActor
enum IssueTable {
    static func table(
        _ issues: [Issue], _ session: PortfolioSession, count: LocalizedText? = nil
    ) throws -> Table {
        let dates = DateCells(session)
        let today = session.today
        let blocked = try session.blockedIssues(among: issues)
        let collator = session.collator
        let hasDue = issues.contains { $0.due != nil }
        return Table(
            "issues",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("priority", .verbatim(""), priority: 8, spokenTitle: text("Priority")),
                .init("title", text("Title"), priority: 6),
                .init("tags", text("Tags"), priority: 4),
                .init("created", text("Created"), priority: 5, isShown: !hasDue),
                .init("due", text("Due"), priority: 7, isShown: hasDue),
                .init("status", .verbatim(""), priority: 8, spokenTitle: text("Status")),
                .init("modified", text("Modified"), isShown: false),
                .init("closed", text("Closed"), isShown: false),
                .init("waitingUntil", text("Waiting until"), isShown: false),
                .init("recurrence", text("Repeats"), isShown: false),
                .init("blocked", text("Blocked"), isShown: false),
            ],
            rows: issues.map { issue in
                let isBlocked = blocked.contains(issue.persistentModelID)
                return [
                    .identifier(issue.number), issue.priority.mark, .text(issue.title),
                    TagCells.names(issue.tags, collator), dates.day(issue.created),
                    DueCell.cell(issue, today: today),
                    StatusMark.cell(issue, isBlocked: isBlocked, today: today),
                    dates.day(issue.modified), dates.day(issue.closed), .day(issue.waitingDay),
                    issue.rule?.cell ?? .empty, Cell(.bool(isBlocked), .empty),
                ]
            },
            count: count ?? text("%lld issues", issues.count),
            sentence: { IssueSentence.sentence($0, today: today) })
    }
}

/// Cells for tags.
enum TagCells {
    /// Returns a cell with the names of tags in alphabetical order, or with “No tags”.
    static func names(_ tags: [Tag], _ collator: Collator) -> Cell {
        if tags.isEmpty { return Cell(.list([]), .text(text("No tags"))) }
        let names = tags.count == 1 ? [tags[0].name] : collator.sorted(tags.map(\.name))
        return Cell(.list(names.map { .string($0) }), .verbatim(names.joined(separator: ", ")))
    }
}

/// Cells for due days. Open issues that are overdue or due today stand out.
enum DueCell {
    /// Returns the cell of an issue's due day.
    static func cell(_ issue: Issue, today: CivilDate) -> Cell {
        guard let due = issue.dueDay else { return .empty }
        let raw = Cell.RawValue.string(due.description)
        if issue.isOpen, due < today { return Cell(raw, .text(text("overdue: %@", due))).colored(.red) }
        if issue.isOpen, due == today { return Cell(raw, .text(text("today"))).colored(.yellow) }
        return .day(due)
    }
}

/// The mark that shows in a table whether an issue is closed, blocked or waiting.
enum StatusMark {
    /// Returns the mark. The raw value is the status.
    static func cell(_ issue: Issue, isBlocked: Bool, today: CivilDate) -> Cell {
        let raw = Cell.RawValue.string(issue.status.rawValue)
        if !issue.isOpen { return issue.status.mark }
        if isBlocked { return Cell(raw, .text(text("BLOCKED"))).colored(.grey) }
        return issue.isWaiting(today) ? Cell(raw, .text(text("WAITING"))).colored(.grey) : issue.status.mark
    }
}

extension PortfolioSession {
    /// Returns the issues that wait for an open issue.
    ///
    /// - Parameter issues: The issues to check.
    func blockedIssues(among issues: [Issue]) throws -> Set<PersistentIdentifier> {
        if issues.isEmpty { return [] }
        if issues.count < 20 {
            return Set(
                issues.filter { $0.isOpen && $0.blockedBy.contains(where: \.isOpen) }.map(\.persistentModelID)
            )
        }
        let blocked = IssueFilter(conditions: [.blocked]).predicate
        return Set(try context.fetchIdentifiers(FetchDescriptor(predicate: blocked)))
    }
}

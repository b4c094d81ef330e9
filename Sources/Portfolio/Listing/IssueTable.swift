import Foundation
import Localization
import ModelData
import Shell

/// Shows issues as a table.
@MainActor
enum IssueTable {
    /// Returns the table for machine-readable output.
    static func table(_ issues: [Issue], _ session: PortfolioSession) throws -> Table {
        data(issues, try IssueRelations(of: issues, in: session), session)
    }

    /// Returns the table for machine-readable output.
    static func data(_ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession) -> Table {
        table(issues, relations, session, isForUsers: false, count: text("%lld issues", issues.count))
    }

    /// Returns the table that users see. It lacks values that only machine-readable output has.
    static func shown(
        _ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession, count: LocalizedText
    ) -> Table {
        table(issues, relations, session, isForUsers: true, count: count)
    }

    private static func table(
        _ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession, isForUsers: Bool,
        count: LocalizedText
    ) -> Table {
        let dates = DateCells(session)
        let today = session.today
        let hasDue = issues.contains { $0.due != nil }
        var columns: [Table.Column] = [
            .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
            .init("priority", .verbatim(""), priority: 8, spokenTitle: text("Priority")),
            .init("title", text("Title"), priority: 6),
            .init("tags", text("Tags"), priority: 4),
            .init("created", text("Created"), priority: 5, isShown: !hasDue),
            .init("due", text("Due"), priority: 7, isShown: hasDue),
            .init("status", .verbatim(""), priority: 8, spokenTitle: text("Status")),
        ]
        if !isForUsers {
            columns.append(.init("modified", text("Modified"), isShown: false))
            columns.append(.init("closed", text("Closed"), isShown: false))
        }
        columns += [
            .init("waitingUntil", text("Waiting until"), isShown: false),
            .init("recurrence", text("Repeats"), isShown: false),
            .init("blocked", text("Blocked"), isShown: false),
        ]
        var dueCells = DueCells(today: today)
        let rows = issues.map { issue -> [Cell] in
            let identifier = issue.persistentModelID
            let isBlocked = relations.isBlocked(issue, identifier)
            let tags = relations.tags(of: identifier)
            let status = StatusMark.cell(issue, isBlocked: isBlocked, today: today)
            if isForUsers {
                return [
                    .identifier(issue.number), issue.priority.mark, .text(issue.title), TagCells.shown(tags),
                    dates.shownDay(issue.created), dueCells.cell(of: issue), status,
                    .day(issue.waitingDay), issue.rule?.cell ?? .empty, Cell(.bool(isBlocked), .empty),
                ]
            }
            return [
                .identifier(issue.number), issue.priority.mark, .text(issue.title), TagCells.cell(tags),
                dates.day(issue.created), dueCells.cell(of: issue), status,
                dates.day(issue.modified), dates.day(issue.closed), .day(issue.waitingDay),
                issue.rule?.cell ?? .empty, Cell(.bool(isBlocked), .empty),
            ]
        }
        return Table(
            "issues", columns: columns, rows: rows, count: count,
            sentence: { IssueSentence.sentence($0, today: today) })
    }
}

/// Cells for tags.
enum TagCells {
    /// Returns a cell with the names of tags in alphabetical order, or with “No tags”.
    static func names(_ tags: [Tag], _ collator: Collator) -> Cell {
        cell(collator.sorted(tags.map(\.name)))
    }

    /// Returns a cell with names of tags in alphabetical order.
    static func cell(_ names: [String]) -> Cell {
        Cell(.list(names.map { .string($0) }), shown(names).display)
    }

    /// Returns a cell with names of tags for users only.
    static func shown(_ names: [String]) -> Cell {
        Cell(.null, names.isEmpty ? .text(text("No tags")) : .verbatim(names.joined(separator: ", ")))
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

/// The cells for due days of a table. Many issues are due on the same day, so each cell is created once.
struct DueCells {
    let today: CivilDate
    private var open: [Date: Cell] = [:]

    init(today: CivilDate) { self.today = today }

    /// Returns the cell of an issue's due day.
    mutating func cell(of issue: Issue) -> Cell {
        guard let due = issue.due else { return .empty }
        guard issue.isOpen else { return DueCell.cell(issue, today: today) }
        if let known = open[due] { return known }
        let cell = DueCell.cell(issue, today: today)
        open[due] = cell
        return cell
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

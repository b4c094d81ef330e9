import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// Lists issues.
@MainActor
enum IssueTable {
    /// Returns a list for machine-readable output.
    static func data(
        _ issues: [Issue], key: String = "issues", _ session: PortfolioSession
    ) throws -> Table {
        data(issues, key: key, try IssueRelations(of: issues, in: session), session)
    }

    /// Returns a list for machine-readable output.
    static func data(
        _ issues: [Issue], key: String = "issues", _ relations: IssueRelations, _ session: PortfolioSession
    ) -> Table {
        Issue.fields.data(key, issues, cells: cells(relations, session), again: session.fieldContext)
    }

    /// Returns a list as the output of a command.
    ///
    /// - Parameters:
    ///   - issues: The issues.
    ///   - relations: What the list shows of their relationships.
    ///   - session: The session.
    ///   - count: The number of issues as a phrase.
    ///   - heading: The blocks above the list.
    static func output(
        _ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession, count: LocalizedText,
        heading: [Block]
    ) -> Output {
        let hasDue = issues.contains { $0.due != nil }
        return Issue.fields.list(
            "issues", issues, session.fieldContext, count: count,
            hidden: spoken.union([hasDue ? "created" : "due"]), cells: cells(relations, session),
            sentence: sentence(session), heading: heading)
    }

    /// Returns the list of one day of the agenda.
    ///
    /// - Parameters:
    ///   - issues: The issues of the day.
    ///   - relations: The relationships of these and other issues.
    ///   - session: The session.
    ///   - day: The key of the day that the rows show; `nil` for none.
    ///   - count: The number of issues as a phrase. Default: only screen readers get it.
    static func agenda(
        _ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession, day: String?,
        count: LocalizedText? = nil
    ) -> Table {
        var hidden = spoken
        if day != "due" { hidden.insert("due") }
        if let day { hidden.remove(day) }
        if day == nil, issues.contains(where: { $0.dueTime != nil }) { hidden.remove("dueTime") }
        if issues.contains(where: { $0.rule != nil }) { hidden.remove("recurrence") }
        if !issues.contains(where: { !relations.tags(of: $0.persistentModelID).isEmpty }) {
            hidden.insert("tags")
        }
        return Issue.fields.shownTable(
            "issues", issues, session.fieldContext,
            columns: ["number", "priority", "title", "due", "dueTime", "recurrence", "tags", "status"]
                + ["waitingUntil", "blocked"],
            hidden: hidden, cells: cells(relations, session), count: count,
            spokenCount: count ?? text("%lld issues", issues.count), sentence: sentence(session))
    }

    /// The columns that only the sentences for screen readers need.
    private static let spoken: Set<String> = ["waitingUntil", "recurrence", "blocked", "dueTime"]

    private static func sentence(_ session: PortfolioSession) -> @Sendable ([String: Cell]) -> LocalizedText {
        let today = session.today
        return { IssueSentence.sentence($0, today: today) }
    }

    /// Returns the cells that aren't read issue by issue, or that lists show in another way than records.
    private static func cells(
        _ relations: IssueRelations, _ session: PortfolioSession
    ) -> [String: ListCell<Issue>] {
        let timeZone = session.environment.timeZone
        let today = session.today
        return [
            "tags": ListCell(
                raw: { .texts(relations.tags(of: $0.persistentModelID)) },
                shown: { TagCells.display(relations.tags(of: $0.persistentModelID)) }),
            "created": ListCell(
                raw: { .string(ISOTime.string($0.created)) },
                shown: { .day(CivilDate.today(now: $0.created, timeZone: timeZone)) }),
            "due": ListCell { DueCell.cell($0, today: today) },
            "blocked": ListCell { Cell(.bool(relations.isBlocked($0, $0.persistentModelID)), .empty) },
            "status": ListCell { issue in
                let isBlocked = relations.isBlocked(issue, issue.persistentModelID)
                return StatusMark.cell(issue, isBlocked: isBlocked, today: today)
            },
        ]
    }
}

/// Cells for tags.
enum TagCells {
    /// Returns a cell with names of tags, which are sorted.
    static func cell(_ names: [String]) -> Cell { Cell(.texts(names), display(names)) }

    /// Returns names of tags, which are sorted, as the user sees them.
    static func display(_ names: [String]) -> Cell.Display {
        names.isEmpty ? .text(text("No tags")) : .verbatim(names.joined(separator: ", "))
    }
}

/// Cells for due days. Open issues that are overdue or due today stand out.
enum DueCell {
    /// Returns the cell of an issue's due day.
    static func cell(_ issue: Issue, today: CivilDate) -> Cell {
        guard let due = issue.dueDay else { return .empty }
        let raw = Cell.RawValue.string(due.description), time = issue.dueTime
        if issue.isOpen, due < today {
            return Cell(raw, .text(DueTime.text(text("overdue: %@", due), time))).colored(.red)
        }
        if issue.isOpen, due == today {
            return Cell(raw, .text(DueTime.text(text("today"), time))).colored(.yellow)
        }
        if time != nil { return Cell(raw, .text(DueTime.text(text("%@", due), time))) }
        return .day(due)
    }
}

/// The mark that shows in a table whether an issue is closed, blocked or waiting.
enum StatusMark {
    /// Returns the mark. The raw value is the status.
    static func cell(_ issue: Issue, isBlocked: Bool, today: CivilDate) -> Cell {
        let raw = Cell.RawValue.string(issue.status.rawValue)
        if !issue.isOpen { return Cell(raw, .text(text("CLOSED"))) }
        if isBlocked { return Cell(raw, .text(text("BLOCKED"))).colored(.grey) }
        if issue.isWaiting(today) { return Cell(raw, .text(text("WAITING"))).colored(.grey) }
        return issue.started == nil ? Cell(raw, .empty) : Cell(raw, .text(text("STARTED"))).colored(.green)
    }
}

/// Describes an issue in one sentence for screen readers. The title comes first.
enum IssueSentence {
    /// Returns the sentence about a row of a table of issues.
    ///
    /// - Parameters:
    ///   - cells: The cells by the keys of their columns.
    ///   - today: The current day.
    static func sentence(_ cells: [String: Cell], today: CivilDate) -> LocalizedText {
        let isOpen = cells["status"]?.raw != .string(IssueStatus.closed.rawValue)
        var parts = [text("number %@", string(cells["number"]) ?? "")]
        if string(cells["priority"]) == Priority.high.rawValue { parts.append(text("high priority")) }
        if !isOpen { parts.append(IssueStatus.closed.name) }
        if cells["blocked"]?.raw == .bool(true) { parts.append(text("blocked")) }
        if isOpen, let day = day(cells["waitingUntil"]), day > today {
            parts.append(text("waiting until %@", day))
        }
        // Tables show the mark of a started issue as a text.
        if isOpen, case .text(let mark) = cells["status"]?.display, mark == Portfolio.text("STARTED") {
            parts.append(text("started"))
        }
        if let due = day(cells["due"]) {
            let part: LocalizedText =
                isOpen && due < today
                ? text("overdue: %@", due)
                : isOpen && due == today ? text("due today") : text("due %@", due)
            if case .text(let time) = cells["dueTime"]?.display {
                parts.append(text("%1$@, %2$@", part, time))
            } else {
                parts.append(part)
            }
        } else if case .day(let day) = cells["created"]?.display {
            parts.append(text("created %@", day))
        }
        if case .text(let rule) = cells["recurrence"]?.display { parts.append(text("repeats %@", rule)) }
        if case .verbatim(let urgency) = cells["urgency"]?.display {
            parts.append(text("urgency %@", urgency))
        }
        // Without tags, the cell has a localized text.
        if case .verbatim(let names) = cells["tags"]?.display { parts.append(text("tagged %@", names)) }
        let description = parts.dropFirst().reduce(parts[0]) { text("%1$@, %2$@", $0, $1) }
        return text("%1$@: %2$@.", string(cells["title"]) ?? "", description)
    }

    private static func string(_ cell: Cell?) -> String? {
        switch cell?.raw {
        case .string(let string): string
        case .integer(let number): String(number)
        default: nil
        }
    }

    private static func day(_ cell: Cell?) -> CivilDate? { string(cell).flatMap { CivilDate($0) } }
}

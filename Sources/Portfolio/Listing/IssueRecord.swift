import Localization
import ModelData
import Shell

/// Shows an issue as a record.
@MainActor
enum IssueRecord {
    /// Returns the record for an issue, on screen and in machine-readable output. It includes the tags that
    /// the issue doesn't have.
    static func output(_ issue: Issue, _ session: PortfolioSession) throws -> Output {
        let all = try session.context.fetch(FetchDescriptor<Tag>())
        let own = Set(issue.tags.map(\.persistentModelID))
        let missing = all.filter { !own.contains($0.persistentModelID) }
        return Output(
            [.record(Record(fields: fields(issue, session, missing: missing, isForPeople: true)))]
                + notes(issue, session),
            data: [.record(Record(fields: fields(issue, session, missing: missing, isForPeople: false)))])
    }

    /// Returns the record for machine-readable output.
    static func data(_ issue: Issue, _ session: PortfolioSession) -> Record {
        Record(fields: fields(issue, session, missing: nil, isForPeople: false))
    }

    private static func fields(
        _ issue: Issue, _ session: PortfolioSession, missing: [Tag]?, isForPeople: Bool
    ) -> [Record.Field] {
        let dates = DateCells(session)
        let collator = session.collator
        var fields: [Record.Field] = [
            .init("number", text("#"), .identifier(issue.number), spokenTitle: text("Number")),
            .init("title", text("Title"), .text(issue.title)),
            .init("status", text("Status"), issue.status.cell),
            .init("priority", text("Priority"), issue.priority.cell),
            .init("created", text("Created"), dates.instant(issue.created)),
            .init("modified", text("Modified"), dates.instant(issue.modified)),
        ]
        if !isForPeople || issue.closed != nil {
            fields.append(.init("closed", text("Closed"), dates.instant(issue.closed)))
        }
        if !isForPeople || issue.due != nil {
            fields.append(.init("due", text("Due"), DueCell.cell(issue, today: session.today)))
        }
        if !isForPeople || issue.waitingUntil != nil {
            fields.append(.init("waitingUntil", text("Waiting until"), .day(issue.waitingDay)))
        }
        if !isForPeople || issue.recurrence != nil {
            fields.append(.init("recurrence", text("Repeats"), issue.rule?.cell ?? .empty))
        }
        for (key, title, others) in [
            ("blockedBy", text("Blocked by"), issue.blockedBy), ("blocks", text("Blocks"), issue.blocks),
        ] where !isForPeople || !others.isEmpty {
            fields.append(.init(key, title, links(others)))
        }
        fields.append(.init("tags", text("Tags"), TagCells.names(issue.tags, collator)))
        if let missing, !isForPeople || !missing.isEmpty {
            let names = collator.sorted(missing.map(\.name))
            fields.append(
                .init(
                    "otherTags", text("Other tags"),
                    Cell(.list(names.map { .string($0) }), .verbatim(names.joined(separator: ", ")))))
        }
        if !isForPeople || !issue.content.isEmpty {
            fields.append(
                .init("content", text("Content"), issue.content.isEmpty ? .empty : .text(issue.content)))
        }
        if !isForPeople {
            let notes = issue.notesInOrder.map { "\(ISOTime.string($0.written)) \($0.text)" }
            fields.append(.init("notes", text("Notes"), Cell(.list(notes.map { .string($0) }), .empty)))
        }
        return fields
    }

    /// Returns a cell with issues: their numbers for machine-readable output, and their titles for users.
    private static func links(_ issues: [Issue]) -> Cell {
        let ordered = issues.sorted { $0.number < $1.number }
        let names = ordered.map { issue in
            let name = "\(issue.number) \(issue.title)"
            return issue.isOpen ? TextArgument.string(name) : .text(text("%@ (closed)", name))
        }
        return Cell(
            .list(ordered.map { .integer($0.number) }),
            names.isEmpty ? .empty : .text(text("%@", TextArgument.list(names))))
    }

    /// Returns the notes as a table, in the order in which they were written.
    private static func notes(_ issue: Issue, _ session: PortfolioSession) -> [Block] {
        let notes = issue.notesInOrder
        if notes.isEmpty { return [] }
        let dates = DateCells(session)
        return [
            .table(
                Table(
                    "notes",
                    columns: [
                        .init("written", text("Written"), priority: 5),
                        .init("text", text("Note"), priority: 4, wraps: true),
                    ],
                    rows: notes.map { [dates.instant($0.written), .text($0.text)] }))
        ]
    }
}

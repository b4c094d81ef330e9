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
            [.record(Record(fields: fields(issue, session, missing: missing, isForPeople: true)))],
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
        return fields
    }
}

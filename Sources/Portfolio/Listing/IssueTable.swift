import Localization
import Shell

/// Shows issues as a table.
@MainActor
enum IssueTable {
    static func table(_ issues: [Issue], _ session: PortfolioSession) -> Table {
        let dates = DateCells(session)
        let collator = session.collator
        return Table(
            "issues",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("priority", .verbatim(""), priority: 8, spokenTitle: text("Priority")),
                .init("title", text("Title"), priority: 6),
                .init("tags", text("Tags"), priority: 4),
                .init("created", text("Created"), priority: 7),
                .init("status", .verbatim(""), priority: 8, spokenTitle: text("Status")),
                .init("modified", text("Modified"), isShown: false),
                .init("closed", text("Closed"), isShown: false),
            ],
            rows: issues.map { issue in
                [
                    .identifier(issue.number), issue.priority.mark, .text(issue.title),
                    TagCells.names(issue.tags, collator), dates.day(issue.created), issue.status.mark,
                    dates.day(issue.modified), dates.day(issue.closed),
                ]
            },
            count: text("%lld issues", issues.count))
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

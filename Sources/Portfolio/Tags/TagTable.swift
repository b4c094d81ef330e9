import Localization
import ModelData
import Shell

/// Shows tags, each with its number of issues.
@MainActor
enum TagTable {
    static func table(_ tags: [Tag], _ session: PortfolioSession) throws -> Table {
        let counts = try Counts(session)
        return Table(
            "tags",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 5),
                .init("openIssues", text("Open"), alignsRight: true, priority: 8),
                .init("issues", text("All"), alignsRight: true, priority: 7),
            ],
            rows: tags.map { tag in
                let identifier = tag.persistentModelID
                return [
                    .identifier(tag.number), .text(tag.name), .number(counts.open[identifier] ?? 0),
                    .number(counts.all[identifier] ?? 0),
                ]
            },
            count: text("%lld tags", tags.count))
    }

    static func record(_ tag: Tag, _ session: PortfolioSession) throws -> Record {
        let counts = try Counts(session)
        return Record(fields: [
            .init("number", text("#"), .identifier(tag.number)), .init("name", text("Name"), .text(tag.name)),
            .init("openIssues", text("Open"), .number(counts.open[tag.persistentModelID] ?? 0)),
            .init("issues", text("All"), .number(counts.all[tag.persistentModelID] ?? 0)),
        ])
    }

    /// The number of the issues that lists show and the number of all issues for each tag. Each of the two needs a
    /// single statement.
    private struct Counts {
        let open: [PersistentIdentifier: Int]
        let all: [PersistentIdentifier: Int]

        @MainActor
        init(_ session: PortfolioSession) throws {
            let current = IssueFilter(conditions: IssueFilter.Condition.current(session.today)).predicate
            open = try session.context.relatedCounts(of: \Tag.issues, where: current)
            all = try session.context.relatedCounts(of: \Tag.issues)
        }
    }
}

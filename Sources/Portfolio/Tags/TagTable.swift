import Localization
import ModelData
import Shell

/// Shows tags, each with its number of issues.
@MainActor
enum TagTable {
    /// Returns the tags as a table, in which each tag follows the one that it is below.
    ///
    /// - Parameters:
    ///   - tags: The tags in the language's order.
    ///   - session: The session.
    static func table(_ tags: [Tag], _ session: PortfolioSession) throws -> Table {
        let (open, all) = try counts(session)
        let isTree = session.showsTables
        let tree = tree(tags)
        var table = Table(
            "tags",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 5),
                .init("openIssues", text("Open"), alignsRight: true, priority: 8),
                .init("issues", text("All"), alignsRight: true, priority: 7),
            ],
            rows: tree.map { tag, upper, depth in
                // A terminal shows the tree: “work”, and below it an indented “web”.
                let rest = upper.map { String(tag.name.dropFirst($0.name.count + 1)) } ?? tag.name
                let shown = isTree ? String(repeating: "  ", count: depth) + rest : tag.name
                return [
                    .identifier(tag.number), Cell(.string(tag.name), .verbatim(shown)), .number(open[tag]),
                    .number(all[tag]),
                ]
            },
            count: text("%lld tags", tags.count))
        table.reader = { object in
            try tree.map { tag, _, _ in
                (try object(tag) as? Tag).map {
                    [
                        .init("number", .integer($0.number)), .init("name", .string($0.name)),
                        .init("openIssues", .integer(open[$0])), .init("issues", .integer(all[$0])),
                    ]
                }
            }
        }
        return table
    }

    /// Returns the tags as a tree: each with the nearest tag that it is below, and their number.
    private static func tree(_ tags: [Tag]) -> [(tag: Tag, upper: Tag?, depth: Int)] {
        let known = Dictionary(tags.map { ($0.key, $0) }) { first, _ in first }
        var lower: [String: [Tag]] = [:]
        var roots: [Tag] = []
        for tag in tags {
            if let upper = Tag.upperKeys(of: tag.key).first(where: { known[$0] != nil }) {
                lower[upper, default: []].append(tag)
            } else {
                roots.append(tag)
            }
        }
        var tree: [(tag: Tag, upper: Tag?, depth: Int)] = []
        var rest = roots.reversed().map { (tag: $0, upper: Tag?.none, depth: 0) }
        while let next = rest.popLast() {
            tree.append(next)
            for tag in (lower[next.tag.key] ?? []).reversed() { rest.append((tag, next.tag, next.depth + 1)) }
        }
        return tree
    }

    /// Returns the numbers of the issues that lists show, and of all issues.
    private static func counts(_ session: PortfolioSession) throws -> (open: TagCounts, all: TagCounts) {
        let tags = try session.context.fetch(FetchDescriptor<Tag>())
        let current = IssueFilter.Condition.current(session.today)
        return (try TagCounts(current, of: tags, in: session), try TagCounts([], of: tags, in: session))
    }

    /// Returns the columns of the table as a record.
    static func record(_ tag: Tag, _ session: PortfolioSession) throws -> Record {
        let table = try table([tag], session)
        var record = Record(fields: zip(table.columns, table.rows[0]).map { .init($0.key, $0.title, $1) })
        record.reader = table.reader
        return record
    }
}

import Foundation
import Localization
import ModelData
import Shell

/// Shows the filters and tags, each with its number of open issues.
@MainActor
enum FilterTable {
    static func table(_ session: PortfolioSession) throws -> Table {
        let context = session.context
        let current = IssueFilter.Condition.current(session.today)
        let shown = IssueFilter(conditions: current).predicate
        let recent = IssueQuery.recent(session.now)
        let tags = session.collator.sorted(try context.fetch(FetchDescriptor<Tag>()), by: \.name)
        let counts = try TagCounts(current, of: tags, in: session)
        let all = try context.fetchCount(FetchDescriptor(predicate: shown))
        let changed = try context.fetchCount(
            FetchDescriptor(predicate: IssueFilter(conditions: current + [recent]).predicate))
        let selection = try session.selection
        var rows = [
            row("all", BuiltInView.all.title, all, isSelected: selection == .all, kind: "smart"),
            row("recent", BuiltInView.recent.title, changed, isSelected: selection == .recent, kind: "smart"),
        ]
        for tag in tags {
            rows.append(
                row(
                    tag.name, .verbatim("#\(tag.name)"), counts[tag],
                    isSelected: selection == .tag(tag.persistentModelID.recordNumber ?? 0),
                    kind: "tag"))
        }
        return Table(
            "filters",
            columns: [
                .init("selected", .verbatim(""), priority: 9, spokenTitle: text("Selected")),
                .init("filter", text("Filter"), priority: 5),
                .init("openIssues", text("Open"), priority: 7),
                .init("kind", text("Kind"), isShown: false),
            ],
            rows: rows, count: text("%lld filters", rows.count))
    }

    private static func row(
        _ raw: String, _ name: LocalizedText, _ count: Int, isSelected: Bool, kind: String
    ) -> [Cell] {
        let mark: Cell.Display = isSelected ? .symbol("▸", ascii: ">", spoken: text("yes")) : .empty
        return [
            Cell(.bool(isSelected), mark), Cell(.string(raw), .text(name)),
            Cell(.integer(count), .text(text("%lld open issues", count))), .text(kind),
        ]
    }
}

import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `stats`: counts opened and closed issues by week, and issues by tag and priority.
struct StatsCommand: Command {
    static let weeks = Parameter.option(
        "weeks", .integer(in: 1...520),
        help: text("The number of weeks in the charts, up to this week. Default: 12."))

    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Shows the number of issues by week, tag and priority."),
        parameters: [weeks.declaration], examples: [.verbatim("stats"), .verbatim("stats --weeks 26")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let statistics = try IssueStatistics(session, weeks: try invocation[Self.weeks] ?? 12)
        var output = Output(statistics.blocks, data: [.table(statistics.data)])
        output.makePage = { statistics.page }
        return output
    }
}

/// The numbers of issues, counted by the store.
@MainActor
struct IssueStatistics {
    /// A week, which begins on Monday.
    struct Week {
        let monday: CivilDate
        let opened: Int
        let closed: Int
        /// The number of all issues at the end of the week.
        let total: Int
        /// The number of closed issues at the end of the week.
        let done: Int
    }

    /// The days from the creation to the closing of the issues that were closed in these weeks.
    struct CycleTime {
        let count: Int
        let median: Int
        /// The days within which nine of ten issues were closed.
        let most: Int

        /// Creates the times; `nil` without closed issues.
        init?(days: [Int]) {
            if days.isEmpty { return nil }
            let sorted = days.sorted()
            count = sorted.count
            median = sorted[(sorted.count - 1) / 2]
            most = sorted[(sorted.count * 9 + 9) / 10 - 1]
        }
    }

    private let weeks: [Week]
    private let priorities: [(Priority, open: Int, all: Int)]
    private let tags: [(name: String, open: Int, all: Int)]
    private let open: Int
    private let all: Int
    private let cycleTime: CycleTime?
    /// The sums of the estimates in minutes.
    private let estimate: (open: Int, all: Int)

    init(_ session: PortfolioSession, weeks count: Int) throws {
        let context = session.context
        let isOpen = IssueFilter(conditions: [.status(.open)]).predicate
        open = try context.fetchCount(FetchDescriptor(predicate: isOpen))
        all = try context.fetchCount(FetchDescriptor<Issue>())
        let zone = session.environment.timeZone
        let thisMonday = session.today.monday
        let start = thisMonday.adding(days: -7 * (count - 1)).start(in: zone)
        let isEarlier = #Predicate<Issue> { $0.created < start }
        let wasClosed = #Predicate<Issue> { if let closed = $0.closed { closed < start } else { false } }
        var total = try context.fetchCount(FetchDescriptor(predicate: isEarlier))
        var done = try context.fetchCount(FetchDescriptor(predicate: wasClosed))
        var recent = FetchDescriptor<Issue>(
            predicate: #Predicate { if let closed = $0.closed { closed >= start } else { false } })
        recent.propertiesToFetch = [\.created, \.closed]
        cycleTime = CycleTime(
            days: try context.fetch(recent).compactMap { issue in
                issue.closed.map { max(0, Int(($0.timeIntervalSince(issue.created) / 86_400).rounded())) }
            })
        var estimated = FetchDescriptor<Issue>(predicate: #Predicate { $0.estimate != nil })
        estimated.propertiesToFetch = [\.estimate, \.closed]
        estimate = try context.fetch(estimated).reduce((0, 0)) { sum, issue in
            let minutes = issue.estimate ?? 0
            return (sum.0 + (issue.isOpen ? minutes : 0), sum.1 + minutes)
        }
        weeks = try (0..<count).reversed().map { back in
            let monday = thisMonday.adding(days: -7 * back)
            let from = monday.start(in: zone), to = monday.adding(days: 7).start(in: zone)
            let opened = #Predicate<Issue> { $0.created >= from && $0.created < to }
            let closed = #Predicate<Issue> {
                if let closed = $0.closed { closed >= from && closed < to } else { false }
            }
            let openedCount = try context.fetchCount(FetchDescriptor(predicate: opened))
            let closedCount = try context.fetchCount(FetchDescriptor(predicate: closed))
            total += openedCount
            done += closedCount
            return Week(monday: monday, opened: openedCount, closed: closedCount, total: total, done: done)
        }
        priorities = try Priority.allCases.reversed().map { priority in
            func number(_ others: [IssueFilter.Condition]) throws -> Int {
                let filter = IssueFilter(conditions: [.priority(priority)] + others)
                return try context.fetchCount(FetchDescriptor(predicate: filter.predicate))
            }
            return (priority, try number([.status(.open)]), try number([]))
        }
        let openByTag = try context.relatedCounts(of: \Tag.issues, where: isOpen)
        let allByTag = try context.relatedCounts(of: \Tag.issues)
        tags = session.collator.sorted(try context.fetch(FetchDescriptor<Tag>()), by: \.name).map {
            ($0.name, openByTag[$0.persistentModelID] ?? 0, allByTag[$0.persistentModelID] ?? 0)
        }
    }

    /// The page, with the burn-up as one chart.
    var page: Page {
        var blocks = self.blocks
        let isCourse = { (block: Block) in
            if case .chart(let chart) = block { chart.key == "total" } else { false }
        }
        if let index = blocks.firstIndex(where: isCourse) {
            // The chart of closed issues follows.
            blocks.removeSubrange(index...index + 1)
            let burnUp = BarChart(
                "burnUp", title: text("Burn-up: issues at the end of the week"),
                series: [.init("total", text("all issues")), .init("done", text("closed issues"))],
                bars: weeks.map { .init(.day($0.monday), [$0.total, $0.done]) }, isCourse: true)
            blocks.insert(.chart(burnUp), at: 1)
        }
        return Page(text("Issues"), [.init(blocks: blocks)])
    }

    /// The output for the user.
    var blocks: [Block] {
        if all == 0 {
            return [
                .message(
                    text(
                        "There are no issues yet. Create one with “new”, or add sample issues with “samples”."
                    ))
            ]
        }
        var blocks: [Block] = [
            .message(text("%1$lld issues, %2$lld of them open", all, open)),
            .chart(chart("opened", text("Opened per week"), \.opened)),
            .chart(chart("closed", text("Closed per week"), \.closed)),
            .chart(chart("total", text("Burn-up: all issues at the end of the week"), \.total)),
            .chart(chart("done", text("Burn-up: closed issues at the end of the week"), \.done)),
            .chart(
                BarChart(
                    "priority", title: text("Open issues by priority"),
                    bars: priorities.map { .init($0.0.cell, $0.open) })),
        ]
        if let cycleTime {
            blocks.insert(
                .message(
                    text(
                        "Days from creation to closing (%1$lld closed issues): half up to %2$@, 90 percent up to %3$@.",
                        cycleTime.count, String(cycleTime.median), String(cycleTime.most))), at: 1)
        }
        if estimate.all > 0 {
            blocks.insert(
                .message(
                    text(
                        "Estimate: %1$@, %2$@ of it for open issues", LocalizedText.duration(estimate.all),
                        LocalizedText.duration(estimate.open))), at: 1)
        }
        if !tags.isEmpty {
            blocks.append(
                .chart(
                    BarChart(
                        "tag", title: text("Open issues by tag"),
                        bars: tags.map { .init(.text($0.name), $0.open) })))
        }
        return blocks
    }

    private func chart(_ key: String, _ title: LocalizedText, _ number: KeyPath<Week, Int>) -> BarChart {
        BarChart(
            key, title: title, bars: weeks.map { .init(.day($0.monday), $0[keyPath: number]) },
            // If there are more bars than lines on a screen, a sparkline is clearer.
            isSparkline: weeks.count >= 24)
    }

    /// All numbers for machine-readable output. Each row has a group, a name and a count.
    var data: Table {
        var rows: [[Cell]] = []
        func add(_ group: String, _ name: String, _ count: Int) {
            rows.append([.text(group), .text(name), .number(count)])
        }
        for week in weeks { add("opened", week.monday.description, week.opened) }
        for week in weeks { add("closed", week.monday.description, week.closed) }
        for week in weeks { add("total", week.monday.description, week.total) }
        for week in weeks { add("done", week.monday.description, week.done) }
        if let cycleTime {
            add("cycleDays", "median", cycleTime.median)
            add("cycleDays", "90 percent", cycleTime.most)
        }
        for (priority, open, all) in priorities {
            add("priority", priority.rawValue, all)
            add("openPriority", priority.rawValue, open)
        }
        for tag in tags {
            add("tag", tag.name, tag.all)
            add("openTag", tag.name, tag.open)
        }
        if estimate.all > 0 {
            add("estimate", "all", estimate.all)
            add("estimate", "open", estimate.open)
        }
        return Table(
            columns: [
                .init("group", text("Group")), .init("name", text("Name")),
                .init("count", text("Count"), alignsRight: true),
            ],
            rows: rows)
    }
}

import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `stats`: counts opened and closed issues by week, and issues by tag and priority.
struct StatsCommand: Command {
    static let weeks = Parameter.option(
        "weeks", .integer(in: 1...520),
        help: text("The number of weeks in the charts, up to this week. Default: 12."))

    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Shows the number of issues by week, tag and priority."),
        parameters: [ListCommand.query.declaration, weeks.declaration],
        examples: [.verbatim("stats"), .verbatim("stats --weeks 26"), text("stats #work")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var query = IssueQuery(order: IssueOrder())
        query.add(try session.condition(invocation[ListCommand.query], session.conditions))
        let statistics = try IssueStatistics(session, query, weeks: try invocation[Self.weeks] ?? 12)
        var output = Output(statistics.blocks, data: [.table(statistics.data)])
        output.makePage = { statistics.page }
        return output
    }
}

/// The numbers of issues.
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

    /// Whether conditions select the issues.
    private let isRestricted: Bool
    private let weeks: [Week]
    private let priorities: [(Priority, open: Int, all: Int)]
    private let tags: [(name: String, open: Int, all: Int)]
    private let open: Int
    private let all: Int
    private let cycleTime: CycleTime?
    /// The sums of the estimates in minutes.
    private let estimate: (open: Int, all: Int)

    /// Counts issues.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - query: The issues that count.
    ///   - count: The number of weeks.
    init(_ session: PortfolioSession, _ query: IssueQuery, weeks count: Int) throws {
        let issues = try query.unordered(in: session, reading: [\.created, \.closed, \.priority, \.estimate])
        isRestricted = query.isRestricted
        open = issues.count(where: \.isOpen)
        all = issues.count
        let zone = session.environment.timeZone
        let mondays = (0..<count).reversed().map { session.today.monday.adding(days: -7 * $0) }
        let starts =
            mondays.map { $0.start(in: zone) } + [session.today.monday.adding(days: 7).start(in: zone)]
        let opened = WeekCounts(issues.map(\.created), starts)
        let closed = WeekCounts(issues.compactMap(\.closed), starts)
        weeks = mondays.enumerated().map { index, monday in
            Week(
                monday: monday, opened: opened.within[index], closed: closed.within[index],
                total: opened.before[index + 1], done: closed.before[index + 1])
        }
        cycleTime = CycleTime(
            days: issues.compactMap { issue in
                guard let closed = issue.closed, closed >= starts[0] else { return nil }
                return max(0, Int((closed.timeIntervalSince(issue.created) / 86_400).rounded()))
            })
        estimate = issues.reduce((0, 0)) { sum, issue in
            let minutes = issue.estimate ?? 0
            return (sum.0 + (issue.isOpen ? minutes : 0), sum.1 + minutes)
        }
        var openByPriority: [Priority: Int] = [:]
        var allByPriority: [Priority: Int] = [:]
        var openByTag: [PersistentIdentifier: Int] = [:]
        var allByTag: [PersistentIdentifier: Int] = [:]
        let related = try session.context.relatedIdentifiers(
            of: \Issue.tags, for: query.isRestricted ? issues : nil)
        for issue in issues {
            let isOpen = issue.isOpen
            allByPriority[issue.priority, default: 0] += 1
            if isOpen { openByPriority[issue.priority, default: 0] += 1 }
            for tag in related[issue.persistentModelID] ?? [] {
                allByTag[tag, default: 0] += 1
                if isOpen { openByTag[tag, default: 0] += 1 }
            }
        }
        priorities = Priority.allCases.reversed().map {
            ($0, openByPriority[$0] ?? 0, allByPriority[$0] ?? 0)
        }
        tags = session.collator.sorted(try session.context.fetch(FetchDescriptor<Tag>()), by: \.name).map {
            ($0.name, openByTag[$0.persistentModelID] ?? 0, allByTag[$0.persistentModelID] ?? 0)
        }
    }

    /// How many moments are in each week, and before it.
    private struct WeekCounts {
        private(set) var within: [Int]
        /// The number of moments before the start of each week, and before the end of the last one.
        let before: [Int]

        /// Counts moments.
        ///
        /// - Parameters:
        ///   - moments: The moments.
        ///   - starts: The starts of the weeks, and the end of the last one.
        init(_ moments: [Date], _ starts: [Date]) {
            within = Array(repeating: 0, count: starts.count - 1)
            var earlier = 0
            for moment in moments {
                // The weeks are few.
                let index = starts.lastIndex { $0 <= moment }
                if let index, index < within.count {
                    within[index] += 1
                } else if index == nil {
                    earlier += 1
                }
            }
            before = within.reduce(into: [earlier]) { $0.append(($0.last ?? 0) + $1) }
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
                    isRestricted
                        ? text("No issue matches.")
                        : text(
                            "There are no issues yet. Create one with “new”, or add sample issues with “samples”."
                        ))
            ]
        }
        var blocks: [Block] = [
            .message(text("%1$lld issues, %2$lld of them open", all, open)),
            .chart(chart("opened", text("Opened per week"), \.opened)),
            .chart(chart("closed", text("Closed per week"), \.closed)),
            .chart(
                chart("total", text("Burn-up: all issues at the end of the week"), \.total, isCourse: true)),
            .chart(
                chart("done", text("Burn-up: closed issues at the end of the week"), \.done, isCourse: true)),
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

    private func chart(
        _ key: String, _ title: LocalizedText, _ number: KeyPath<Week, Int>, isCourse: Bool = false
    ) -> BarChart {
        BarChart(
            key, title: title, bars: weeks.map { .init(.day($0.monday), $0[keyPath: number]) },
            // If there are more bars than lines on a screen, a sparkline is clearer.
            isSparkline: weeks.count >= 24, isCourse: isCourse)
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

import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `stats`: counts destinations by priority and month.
struct StatsCommand: Command {
    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Counts the destinations by priority and by month."),
        parameters: [ListCommand.conditions.declaration],
        examples: [.verbatim("stats"), .verbatim("stats trip:japan"), .verbatim("stats date:2027")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let condition = try session.condition(
            invocation[ListCommand.conditions], session.destinationConditions)
        let destinations = try session.records(meeting: condition)
        let sights = condition.isEmpty ? nil : destinations.flatMap(\.sights)
        let statistics = TripStatistics(
            destinations,
            sightCount: try sights?.count ?? session.context.fetchCount(FetchDescriptor<Sight>()),
            visitedCount: try sights?.count(where: \.isVisited)
                ?? session.context.fetchCount(
                    FetchDescriptor<Sight>(predicate: #Predicate { $0.isVisited })))
        guard !destinations.isEmpty else {
            return Output(try ListCommand.emptyList(in: session), statistics.data)
        }
        return Output(
            [
                .message(text("%lld destinations", destinations.count)),
                .message(
                    text("%1$lld sights, %2$lld visited", statistics.sightCount, statistics.visitedCount)),
                .chart(statistics.byPriority), .chart(statistics.byMonth(session.localizer)),
            ],
            data: [.table(statistics.data)])
    }
}

/// The numbers of destinations by priority and month, and the numbers of sights.
struct TripStatistics {
    private var priorities: [Priority: Int] = [:]
    private var months: [Int: Int] = [:]
    private var undated = 0
    let sightCount: Int
    let visitedCount: Int

    init(_ destinations: [Destination], sightCount: Int, visitedCount: Int) {
        self.sightCount = sightCount
        self.visitedCount = visitedCount
        for destination in destinations {
            priorities[destination.priority, default: 0] += 1
            if let day = destination.dates?.firstDay {
                months[day.year * 12 + day.month - 1, default: 0] += 1
            } else {
                undated += 1
            }
        }
    }

    /// A chart with a bar for each priority, the highest first.
    var byPriority: BarChart {
        BarChart(
            "priority", title: text("By priority"),
            bars: Priority.allCases.reversed().map { .init($0.cell, priorities[$0] ?? 0) })
    }

    /// Returns a chart with a bar for each month in which a trip begins, and a bar for destinations without a
    /// date.
    func byMonth(_ localizer: Localizer) -> BarChart {
        var bars: [BarChart.Bar] = months.keys.sorted().map { month in
            .init(
                Cell(
                    .string(Self.iso(month)),
                    .verbatim(localizer.month(year: month / 12, month: month % 12 + 1))),
                months[month] ?? 0)
        }
        if undated > 0 { bars.append(.init(Cell(.null, .text(text("no date"))), undated)) }
        return BarChart("month", title: text("By month"), bars: bars)
    }

    /// Formats a month in ISO 8601, such as `2025-05`.
    private static func iso(_ month: Int) -> String {
        let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1)
        return first.map { String($0.description.prefix(7)) } ?? ""
    }

    /// All numbers for machine-readable output.
    var data: Table {
        var rows: [[Cell]] = Priority.allCases.reversed().map {
            [.text("priority"), .text($0.word), .number(priorities[$0] ?? 0)]
        }
        for month in months.keys.sorted() {
            rows.append([.text("month"), .text(Self.iso(month)), .number(months[month] ?? 0)])
        }
        rows.append([.text("month"), .text("none"), .number(undated)])
        rows.append([.text("sights"), .text("all"), .number(sightCount)])
        rows.append([.text("sights"), .text("visited"), .number(visitedCount)])
        return Table(
            columns: [
                .init("group", text("Group")), .init("name", text("Name")),
                .init("count", text("Count"), alignsRight: true),
            ],
            rows: rows)
    }
}

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
            return Output(
                [.message(try ListCommand.emptyList(in: session))], data: [.table(statistics.data)])
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

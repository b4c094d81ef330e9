import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `stats`: counts destinations by priority and month.
struct StatsCommand: Command {
    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Counts the destinations by priority and by month."),
        examples: [.verbatim("stats")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destinations = try session.fetchReadable(FetchDescriptor<Destination>())
        let statistics = TripStatistics(
            destinations, sightCount: try session.context.fetchCount(FetchDescriptor<Sight>()),
            visitedCount: try session.context.fetchCount(
                FetchDescriptor<Sight>(predicate: #Predicate { $0.isVisited })))
        guard !destinations.isEmpty else {
            return Output(
                [
                    .message(
                        text(
                            "There are no destinations yet. Add the first one with “add”, or add sample trips with “samples”."
                        ))
                ],
                data: [.table(statistics.data)])
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

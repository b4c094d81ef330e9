import Localization
import Shell
import Suite

/// `delete`: deletes destinations and their sights.
struct DeleteCommand: Command {
    static let destinations = Parameter.rest(
        "destination", .destination,
        help: text(
            "The numbers of the destinations, or parts of their names. Default: the open one."))

    let declaration = CommandDeclaration(
        "delete", aliases: ["remove", "rm"], group: .changes,
        summary: text("Deletes destinations and their sights, after confirmation."),
        parameters: [destinations.declaration],
        examples: [.verbatim("delete 12"), text("delete rome naples --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let named = try invocation[Self.destinations]
        let destinations =
            named.isEmpty
            ? [try session.record(nil, orOpen: Destination.self)]
            : try session.records(named, in: Destination.self)
        let names = destinations.map(\.name)
        let deleted = DestinationTable.table(destinations)
        guard try await session.interaction.confirm(question(destinations), for: invocation) else {
            return .nothingDeleted(deleted)
        }
        for destination in destinations { session.context.delete(destination) }
        let message =
            names.count == 1
            ? text("Deleted “%@”.", names[0]) : text("Deleted %lld destinations.", names.count)
        return Output([.message(message)], data: [.table(deleted)])
    }

    private func question(_ destinations: [Destination]) -> LocalizedText {
        let sights = destinations.reduce(0) { $0 + $1.sights.count }
        return destinations.count == 1
            ? text("Delete “%1$@” with %2$lld sights?", destinations[0].name, sights)
            : text("Delete %1$lld destinations with %2$lld sights?", destinations.count, sights)
    }
}

import Localization
import Shell
import Suite

/// `route`: proposes a short order of the sights of a destination.
struct RouteCommand: Command {
    static let destination = Parameter.optional(
        "destination", .destination, help: text("The destination. Default: the open one."))
    static let from = Parameter.option(
        "from", .sight, help: text("The sight where the way starts. Default: any sight."))
    static let apply = Parameter.flag("apply", help: text("Sort the sights in the proposed order."))

    let declaration = CommandDeclaration(
        "route", group: .changes, summary: text("Proposes a short way through the sights of a destination."),
        discussion: [
            text(
                "Distances are in a straight line. The minutes are those of a walk at 4.5 km an hour on streets that are 30 % longer."
            ),
            text("Sights that were visited or have no place aren't on the way."),
        ],
        parameters: [destination.declaration, from.declaration, apply.declaration],
        examples: [text("route rome"), text("route rome --from colosseum --apply")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let reference = try invocation[Self.destination]
        let destination = try session.record(reference, orOpen: Destination.self)
        let start = try invocation[Self.from].map { from in
            try session.sight(from, in: try RecordReference("#\(destination.number)"))
        }
        let route = try SightRoute(destination.sights, of: destination.name, from: start)
        guard try invocation[Self.apply] else {
            return Output(route.blocks(session.localizer)).shownWhenQuiet
        }
        let isSorted =
            destination.sights.map(\.identifier) == route.sorted(destination.sights).map(\.identifier)
        if !isSorted { destination.sights = route.sorted(destination.sights) }
        let message =
            isSorted
            ? text("The sights of “%@” are already in this order.", destination.name)
            : text("Sorted the sights of “%@”.", destination.name)
        return Output(
            [.message(message)] + route.blocks(session.localizer),
            data: [.table(route.table(session.localizer))])
    }
}

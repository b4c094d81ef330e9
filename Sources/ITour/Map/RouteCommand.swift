import Localization
import ProgramKit
import Shell

/// `route`: proposes a short way through the sights of a destination or a day.
struct RouteCommand: Command {
    static let place = Parameter.words(
        "destination", ValueType<String>.nonBlank.completed(from: TripCompletions.destinations, mark: .title),
        placeholder: text("DESTINATION"),
        help: text("The destination or the day. Default: the open destination."))
    static let from = Parameter.option(
        "from", .sight, help: text("The sight where the way starts. Default: any sight."))
    static let apply = Parameter.flag("apply", help: text("Sort the sights in the proposed order."))

    let declaration = CommandDeclaration(
        "route", group: .changes,
        summary: text("Proposes a short way through the sights of a destination or a day."),
        discussion: [
            text(
                "Distances are in a straight line. The minutes are those of a walk at 4.5 km an hour on streets that are 30 % longer."
            ),
            text("Sights that were visited or have no place aren't on the way."),
            text("“--apply” doesn't change the times of a day's sights."),
        ],
        parameters: [place.declaration, from.declaration, apply.declaration],
        examples: [text("route rome"), text("route rome --from colosseum --apply")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let words = try invocation[Self.place].joined(separator: " ")
        let (sights, name) = try Self.sights(of: words, in: session)
        let start = try invocation[Self.from].map { try Self.sight($0, among: sights, in: session) }
        let route = try SightRoute(sights, of: name, from: start)
        guard try invocation[Self.apply] else {
            return Output(route.blocks(session.localizer)).shownWhenQuiet
        }
        let message =
            route.apply()
            ? text("Sorted the sights of “%@”.", name)
            : text("The sights of “%@” are already in this order.", name)
        return Output(
            [.message(message)] + route.blocks(session.localizer),
            data: [.table(route.table(session.localizer))])
    }

    /// Returns the sights of a destination or a day, and its name.
    @MainActor
    private static func sights(
        of words: String, in session: TripSession
    ) throws -> (sights: [Sight], name: String) {
        do {
            let reference = words.isEmpty ? nil : try RecordReference(words)
            let destination = try session.record(reference, orOpen: Destination.self)
            return (destination.sights, destination.name)
        } catch let error as RecordError {
            guard case .unknownTitle = error, let day = MapCommand.day(words, in: session) else {
                throw error
            }
            return (try session.scheduledSights(on: day), session.localizer.day(day, style: .full))
        }
    }

    /// Returns the sight of the route that a reference names.
    @MainActor
    private static func sight(
        _ reference: RecordReference, among sights: [Sight], in session: TripSession
    ) throws -> Sight {
        for destination in sights.compactMap(\.destination) {
            let owner = RecordReference.number(Int64(destination.number))
            do {
                let sight = try session.sight(reference, in: owner)
                if sights.contains(where: { $0 === sight }) { return sight }
            } catch is RecordError {
                continue
            }
        }
        let other = try session.record(reference, in: Sight.self)
        throw RecordError.unknownTitle(
            other.name, nearest: sights.map(\.name), listingCommand: Sight.listingCommand)
    }
}

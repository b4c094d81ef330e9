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
        "from", .sight, help: text("The sight or the stay where the way starts. Default: any sight."))
    static let apply = Parameter.flag("apply", help: text("Sort the sights in the proposed order."))

    let declaration = CommandDeclaration(
        "route", group: .changes,
        summary: text("Proposes a short way through the sights of a destination or a day."),
        discussion: [
            text(
                "Distances are in a straight line. The minutes are those of a walk at 4.5 kilometres an hour on streets that are 30 % longer."
            ),
            text("Sights that were visited or have no place aren't on the way."),
            text("“--apply” doesn't change the times of a day's sights."),
        ],
        parameters: [place.declaration, from.declaration, apply.declaration],
        examples: [
            text("route rome"), text("route rome --from colosseum --apply"), text("route rome --from hotel"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let words = try invocation[Self.place].joined(separator: " ")
        let (sights, name) = try Self.sights(of: words, in: session)
        let start = try invocation[Self.from].map { try Self.start($0, among: sights, in: session) }
        let route: SightRoute
        var blocks: [Block] = []
        switch start {
        case .stay(let stay)?:
            guard let place = stay.place else { throw TripError.stayWithoutPlace(name: stay.name) }
            route = try SightRoute(sights, of: name, origin: place)
            blocks = [.message(text("From “%@”:", stay.name))]
        case .sight(let sight)?: route = try SightRoute(sights, of: name, from: sight)
        case nil: route = try SightRoute(sights, of: name)
        }
        blocks += route.blocks(session.localizer)
        guard try invocation[Self.apply] else { return Output(blocks).shownWhenQuiet }
        let message =
            route.apply()
            ? text("Sorted the sights of “%@”.", name)
            : text("The sights of “%@” are already in this order.", name)
        return Output(
            [.message(message)] + blocks,
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

    /// Where a way starts.
    private enum Start {
        case sight(Sight)
        case stay(Stay)
    }

    /// Returns the sight of the route that a reference names, or else the stay with this name.
    @MainActor
    private static func start(
        _ reference: RecordReference, among sights: [Sight], in session: TripSession
    ) throws -> Start {
        do {
            return .sight(try sight(reference, among: sights, in: session))
        } catch let error as RecordError {
            // A number means a sight.
            guard case .title = reference else { throw error }
            do {
                return .stay(try session.record(reference, in: Stay.self))
            } catch let other as RecordError {
                if case .ambiguous = other { throw other }
                throw error
            }
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

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

/// A short way through several sights.
@MainActor
struct SightRoute {
    /// The sights in the proposed order.
    let sights: [Sight]
    /// The length of the proposed way, and of the way in the present order, in kilometres.
    let length: Double
    private let origin: Coordinates?
    let presentLength: Double

    /// The speed of a walk in kilometres per hour.
    nonisolated private static let speed = 4.5
    /// How much longer streets are than a straight line.
    nonisolated private static let detour = 1.3

    /// Searches for a way.
    ///
    /// - Parameters:
    ///   - sights: The sights in their present order. Visited sights and sights without a place are left out.
    ///   - name: The name of the destination or the day, for errors.
    ///   - start: The first sight. Default: any sight.
    ///   - origin: The place where the way begins, such as that of a hotel. Default: the place of the first sight.
    /// - Throws: ``TripError/noSightPlaces(name:)``; ``TripError/noPlaces(name:)`` if the first sight has no place.
    init(_ sights: [Sight], of name: String, from start: Sight? = nil, origin: Coordinates? = nil)
        throws(TripError)
    {
        let placed = sights.filter { $0.place != nil && (!$0.isVisited || $0 === start) }
        let places = placed.compactMap(\.place)
        guard !places.isEmpty else { throw .noSightPlaces(name: name) }
        if let start, start.place == nil { throw .noPlaces(name: start.name) }
        self.origin = origin
        // The origin comes first.
        let all = [origin].compactMap(\.self) + places, before = all.count - places.count
        let search = RouteOrder(distances: all.map { from in all.map { GreatCircle.distance(from, $0) } })
        let first = origin == nil ? start.flatMap { start in placed.firstIndex { $0 === start } } : 0
        let order = search.best(startingAt: first)
        self.sights = order.dropFirst(before).map { placed[$0 - before] }
        length = search.length(of: order)
        presentLength = search.length(of: Array(all.indices))
    }

    /// Sorts the sights of the destinations in the order of the way. Sights that aren't on the way keep their
    /// positions.
    ///
    /// - Returns: Whether the order of any destination changed.
    func apply() -> Bool {
        var isChanged = false
        var done: [Destination] = []
        for destination in sights.compactMap(\.destination)
        where !done.contains(where: { $0 === destination }) {
            done.append(destination)
            let all = destination.sights
            var next = sights.filter { $0.destination === destination }.makeIterator()
            let sorted = all.map { sight in
                sights.contains { $0 === sight } ? next.next() ?? sight : sight
            }
            if zip(all, sorted).allSatisfy({ $0 === $1 }) { continue }
            destination.sights = sorted
            isChanged = true
        }
        return isChanged
    }

    /// Returns the minutes of a walk.
    nonisolated static func minutes(_ kilometres: Double) -> Int {
        Int((kilometres * detour / speed * 60).rounded())
    }

    /// Returns the length of the way, and its table.
    func blocks(_ localizer: Localizer) -> [Block] {
        let distance = TextArgument.distance(length, localizer)
        let duration = LocalizedText.duration(Self.minutes(length))
        let summary =
            presentLength - length >= 0.05
            ? text(
                "%1$@, %2$@ on foot; in the present order %3$@.", distance, duration,
                TextArgument.distance(presentLength, localizer))
            : text("%1$@, %2$@ on foot.", distance, duration)
        return [.message(summary), .table(table(localizer))]
    }

    /// Returns the sights in the order of the way, each with the distance from the sight before.
    func table(_ localizer: Localizer) -> Table {
        var previous = origin
        return Table(
            "route",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Sight"), priority: 5, wraps: true),
                .init("distance", text("Kilometres"), alignsRight: true, priority: 8),
                .init("minutes", text("Minutes"), alignsRight: true, priority: 7),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
            ],
            rows: sights.map { sight in
                let distance = previous.flatMap { from in sight.place.map { GreatCircle.distance(from, $0) } }
                previous = sight.place
                return [
                    .identifier(sight.number), .text(sight.name),
                    distance.map { NearbyCommand.cell(distance: $0, localizer) } ?? .empty,
                    .number(distance.map(Self.minutes)), .degrees(sight.place?.latitude),
                    .degrees(sight.place?.longitude),
                ]
            })
    }
}

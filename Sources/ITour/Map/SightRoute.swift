import Localization
import ProgramKit
import Shell

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

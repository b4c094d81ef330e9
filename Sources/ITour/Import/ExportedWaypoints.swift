import Foundation

/// The waypoints of a GPX file that itour exported. The file's routes contain the same points, so an import
/// must not create a sight from a waypoint and another from its route point. A user may have edited the file
/// with another program since the export.
struct ExportedWaypoints {
    /// The destination that a route describes. Files of earlier versions don't contain the destination's
    /// identifier.
    struct Destination {
        let name: String
        let identifier: UUID?

        /// The destination's identifier. If the file has none, the comparison key of the destination's name.
        fileprivate var key: String { identifier?.uuidString ?? RawFields.key(name) }
    }

    private struct Point: Hashable {
        let name: String
        let place: Coordinates?
    }

    private struct Stop: Hashable {
        /// The comparison key of the destination's name.
        let destination: String
        let point: Point
    }

    /// The identifier of each waypoint's destination. The value is `nil` if the waypoint has no identifier,
    /// or if it belongs to several destinations.
    private var identifiers: [Stop: UUID?] = [:]
    /// The waypoints of each destination. Each list is stored twice: by the destination's ``Destination/key``
    /// and by the comparison key of its name.
    private var points: [String: [Point]] = [:]

    /// Records a waypoint that itour exported. Other waypoints are ignored.
    mutating func note(_ sight: ImportedSight) {
        guard sight.identifier != nil, let name = sight.destination else { return }
        let destination = Destination(name: name, identifier: sight.destinationIdentifier)
        let stop = Stop(destination: RawFields.key(name), point: Self.point(sight))
        let other = identifiers[stop] ?? destination.identifier
        identifiers[stop] = .some(other == destination.identifier ? destination.identifier : nil)
        for key in Set([stop.destination, destination.key]) { points[key, default: []].append(stop.point) }
    }

    /// Returns the points of a route that aren't among its destination's waypoints.
    ///
    /// A route point that shares only the name or only the place with a waypoint counts as this waypoint: the
    /// user has moved or renamed it. If the route also contains the unchanged waypoint, this rule doesn't
    /// apply.
    ///
    /// - Parameters:
    ///   - stops: The points of the route.
    ///   - destination: The route's destination.
    func added(to stops: [ImportedSight], of destination: Destination) -> [ImportedSight] {
        let waypoints = points[destination.key] ?? []
        let known = Set(waypoints), present = Set(stops.map(Self.point))
        var names: [String: [Int]] = [:]
        var places: [Coordinates: [Int]] = [:]
        for (index, waypoint) in waypoints.enumerated() where !present.contains(waypoint) {
            names[waypoint.name, default: []].append(index)
            if let place = waypoint.place { places[place, default: []].append(index) }
        }
        var changed: Set<Int> = []
        func isChanged(_ candidates: inout [Int]?) -> Bool {
            while let index = candidates?.popLast() {
                if changed.insert(index).inserted { return true }
            }
            return false
        }
        return stops.filter { stop in
            let point = Self.point(stop)
            if known.contains(point) || isChanged(&names[point.name]) { return false }
            return !(point.place.map { isChanged(&places[$0]) } ?? false)
        }
    }

    /// Finds the destination of a route without an identifier, by the route's points. Returns `nil` if none
    /// of the points is a waypoint of a destination with this name.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - stops: The points of the route.
    func destination(named name: String, through stops: [ImportedSight]) -> Destination? {
        let key = RawFields.key(name)
        let matches = stops.compactMap { identifiers[Stop(destination: key, point: Self.point($0))] }
        guard !matches.isEmpty else { return nil }
        // Use the identifier only if all matching waypoints that have one agree, because a sight may belong
        // to several trips.
        let known = Set(matches.compactMap(\.self))
        return Destination(name: name, identifier: known.count == 1 ? known.first : nil)
    }

    private static func point(_ sight: ImportedSight) -> Point {
        Point(name: RawFields.key(sight.name), place: sight.place)
    }
}

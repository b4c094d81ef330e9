import Foundation

/// The waypoints of a GPX file of ours, which its routes repeat, whichever program has written the file since.
struct OwnWaypoints {
    /// What a route says of its destination: what that is called, and its identifier, which files of older versions lack.
    struct Destination {
        let name: String
        let identifier: UUID?

        /// What tells it best from others.
        fileprivate var key: String { identifier?.uuidString ?? RawFields.key(name) }
    }

    private struct Point: Hashable {
        let name: String
        let place: Place?
    }

    private struct Stop: Hashable {
        /// What the destination is called, as names are compared.
        let destination: String
        let point: Point
    }

    /// The points' destinations; `nil` where no identifier is said, or several.
    private var identifiers: [Stop: UUID?] = [:]
    /// The waypoints of a destination, by what tells it, and by what it is called.
    private var points: [String: [Point]] = [:]

    /// Takes in a waypoint, if it is one of ours.
    mutating func note(_ sight: ImportedSight) {
        guard sight.identifier != nil, let name = sight.destination else { return }
        let destination = Destination(name: name, identifier: sight.destinationIdentifier)
        let stop = Stop(destination: RawFields.key(name), point: Self.point(sight))
        let other = identifiers[stop] ?? destination.identifier
        identifiers[stop] = .some(other == destination.identifier ? destination.identifier : nil)
        for key in Set([stop.destination, destination.key]) { points[key, default: []].append(stop.point) }
    }

    /// The points of a route that are none of its destination's waypoints.
    ///
    /// One that has only the name or the place of a waypoint is that one, which was moved or renamed since, if the route
    /// has it nowhere else.
    func added(to stops: [ImportedSight], of destination: Destination) -> [ImportedSight] {
        let waypoints = points[destination.key] ?? []
        let known = Set(waypoints), present = Set(stops.map(Self.point))
        var names: [String: [Int]] = [:]
        var places: [Place: [Int]] = [:]
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

    /// The destination of a route that says no identifier, by waypoints that it goes through; `nil` where there are none
    /// of a destination that is called as it is.
    func destination(named name: String, through stops: [ImportedSight]) -> Destination? {
        let key = RawFields.key(name)
        let said = stops.compactMap { identifiers[Stop(destination: key, point: Self.point($0))] }
        guard !said.isEmpty else { return nil }
        // A sight may be one of several trips.
        let known = Set(said.compactMap(\.self))
        return Destination(name: name, identifier: known.count == 1 ? known.first : nil)
    }

    private static func point(_ sight: ImportedSight) -> Point {
        Point(name: RawFields.key(sight.name), place: sight.place)
    }
}

import Foundation

/// The waypoints of a GPX file that itour exported. The file's routes contain the same points, so an import
/// must not create a sight from a waypoint and another from its route point. A user may have edited the file
/// with another program since the export.
struct ExportedWaypoints {
    private struct Point: Hashable {
        let name: String
        let place: Coordinates?
    }

    /// The waypoints of each destination, by the destination's identifier.
    private var points: [UUID: [Point]] = [:]

    /// Records a waypoint that itour exported. Other waypoints are ignored.
    mutating func note(_ sight: ImportedSight) {
        guard sight.identifier != nil, let destination = sight.destinationIdentifier else { return }
        points[destination, default: []].append(Self.point(sight))
    }

    /// Returns the points of a route that aren't among its destination's waypoints.
    ///
    /// A route point that shares only the name or only the place with a waypoint counts as this waypoint: the
    /// user has moved or renamed it. If the route also contains the unchanged waypoint, this rule doesn't
    /// apply.
    ///
    /// - Parameters:
    ///   - stops: The points of the route.
    ///   - destination: The identifier of the route's destination.
    func added(to stops: [ImportedSight], of destination: UUID) -> [ImportedSight] {
        let waypoints = points[destination] ?? []
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

    private static func point(_ sight: ImportedSight) -> Point {
        Point(name: RawFields.key(sight.name), place: sight.record.place)
    }
}

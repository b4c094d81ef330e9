import Foundation

/// The waypoints of a GPX file of ours, which its routes repeat, whichever program has written the file since.
struct OwnWaypoints {
    /// What a route says of its destination: what that is called, and its identifier, which files of older versions lack.
    struct Destination {
        let name: String
        let identifier: UUID?

        /// By what waypoints are found.
        fileprivate var keys: [String] {
            [RawFields.key(name)] + (identifier.map { [$0.uuidString] } ?? [])
        }
    }

    private struct Point: Hashable {
        /// The destination's name, as names are compared, or its identifier.
        let destination: String
        var name: String?
        var place: Place?
    }

    /// The points' destinations; `nil` where no identifier is said, or several.
    private var identifiers: [Point: UUID?] = [:]
    private var points: Set<Point> = []

    /// Takes in a waypoint, if it is one of ours.
    mutating func note(_ sight: ImportedSight) {
        guard sight.identifier != nil, let name = sight.destination, let place = sight.place else { return }
        let identifier = sight.destinationIdentifier
        let point = Point(
            destination: RawFields.key(name), name: RawFields.key(sight.name), place: place)
        let other = identifiers[point] ?? identifier
        identifiers[point] = .some(other == identifier ? identifier : nil)
        for key in Destination(name: name, identifier: identifier).keys {
            points.insert(Point(destination: key, name: point.name))
            points.insert(Point(destination: key, place: place))
        }
    }

    /// Whether a route's point is one of its destination's waypoints: the one may have been moved since, or renamed.
    func contain(_ point: ImportedSight, of destination: Destination) -> Bool {
        let name = RawFields.key(point.name)
        return destination.keys.contains { key in
            points.contains(Point(destination: key, name: name))
                || points.contains(Point(destination: key, place: point.place))
        }
    }

    /// The destination of a route that says no identifier, by waypoints that it goes through; `nil` where there are none
    /// of a destination that is called as it is.
    func destination(named name: String, through stops: [ImportedSight]) -> Destination? {
        let key = RawFields.key(name)
        let said = Set(
            stops.compactMap { stop in
                identifiers[
                    Point(destination: key, name: RawFields.key(stop.name), place: stop.place)]
            })
        guard let first = said.first else { return nil }
        return Destination(name: name, identifier: said.count == 1 ? first : nil)
    }
}

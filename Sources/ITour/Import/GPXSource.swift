import Formats
import Foundation
import Suite

/// Reads GPX files. A waypoint becomes a sight. A route becomes a destination, and its named points become
/// sights.
struct GPXSource: TripSource {
    private let path: String
    private var reader: XMLReader
    private var isInside = false
    private var ownWaypoints = ExportedWaypoints()
    private var waiting: [TripFileItem] = []

    var countsLines: Bool { true }

    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        reader = XMLReader(read: read)
    }

    mutating func next() throws -> TripFileItem? {
        do {
            while true {
                if let item = waiting.popLast() { return item }
                guard let event = try reader.next() else { return nil }
                guard case .begin(let name, let attributes) = event else { continue }
                guard isInside else {
                    guard name == "gpx" else { throw TripFileError.notGPX(path: path, root: name) }
                    isInside = true
                    continue
                }
                switch name {
                case "wpt": waiting = [try waypoint(attributes)]
                case "rte": waiting = try route().reversed()
                case "trk":
                    try reader.skipElement()
                    waiting = [.ignored(.track)]
                default: try reader.skipElement()
                }
            }
        } catch let problem as XMLProblem {
            throw TripFileError.xml(path: path, problem)
        }
    }

    private mutating func waypoint(_ attributes: [String: String]) throws -> TripFileItem {
        let line = reader.line
        let fields = try fields()
        do throws(ItemProblem) {
            let sight = try sight(attributes, fields, line: line)
            ownWaypoints.note(sight)
            return .sight(sight)
        } catch {
            return .skipped(position: line, reason: error.reason)
        }
    }

    /// The content of a route.
    private struct Route {
        let line: Int
        var name = ""
        var details = ""
        /// The destination's identifier, which only files exported by itour have.
        var identifier: UUID?
        var sights: [ImportedSight] = []
        var others: [TripFileItem] = []
    }

    /// Reads a route: a destination with its points as sights.
    private mutating func route() throws -> [TripFileItem] {
        var route = Route(line: reader.line)
        while let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: return items(of: route)
            case .begin("rtept", let attributes):
                let line = reader.line
                let fields = try fields()
                if fields["name"]?.allSatisfy(\.isWhitespace) ?? true {
                    route.others.append(.ignored(.unnamedRoutePoint))
                    continue
                }
                do throws(ItemProblem) {
                    route.sights.append(try sight(attributes, fields, line: line))
                } catch {
                    route.others.append(.skipped(position: line, reason: error.reason))
                }
            case .begin("name", _): route.name = try reader.elementText()
            case .begin("desc", _): route.details = try reader.elementText()
            case .begin("extensions", _):
                route.identifier = try fields()["destinationIdentifier"].flatMap { UUID(uuidString: $0) }
            case .begin: try reader.skipElement()
            }
        }
        return []
    }

    private func items(of route: Route) -> [TripFileItem] {
        // If the route has no name, treat its points as waypoints.
        guard let name = try? RawFields.tidyName(route.name) else {
            return route.sights.map { .sight($0) } + route.others
        }
        let own =
            route.identifier.map { ExportedWaypoints.Destination(name: name, identifier: $0) }
            ?? ownWaypoints.destination(named: name, through: route.sights)
        if let own { return items(of: route, through: own) }
        guard !route.sights.isEmpty else { return route.others }
        var trip = ImportedTrip(position: route.line, name: name)
        trip.details = route.details
        trip.isRoute = true
        trip.sights = route.sights
        return [.trip(trip)] + route.others
    }

    /// Returns the parts of an exported route that the file's waypoints lack: the destination's details, and
    /// points that were added to the file after the export.
    private func items(of route: Route, through own: ExportedWaypoints.Destination) -> [TripFileItem] {
        var items: [TripFileItem] = []
        if !route.details.isEmpty {
            items.append(
                own.identifier.map { .details(of: $0, route.details) } ?? .ignored(.otherDetails))
        }
        for var added in ownWaypoints.added(to: route.sights, of: own) {
            added.destination = own.name
            added.destinationIdentifier = own.identifier
            items.append(.sight(added))
        }
        return items + route.others
    }

    private func sight(
        _ attributes: [String: String], _ fields: [String: String], line: Int
    ) throws(ItemProblem) -> ImportedSight {
        guard let latitude = attributes["lat"], let longitude = attributes["lon"] else { throw .missingPlace }
        guard let north = Self.number(latitude), let east = Self.number(longitude),
            let place = Coordinates(latitude: north, longitude: east)
        else { throw .place("\(latitude), \(longitude)") }
        var sight = ImportedSight(position: line, name: try RawFields.tidyName(fields["name"]))
        sight.place = place
        sight.note = Self.note(fields)
        sight.details.link = fields["link"] ?? fields["url"] ?? ""
        sight.details.otherName = fields["otherName"] ?? ""
        sight.details.hours = fields["hours"] ?? ""
        sight.details.phone = fields["phone"] ?? ""
        sight.address = fields["address"] ?? ""
        if let destination = try? RawFields.tidyName(fields["destination"]) {
            sight.take(destination: destination) { fields[$0] }
        }
        sight.identifier = fields["identifier"].flatMap { UUID(uuidString: $0) }
        sight.isVisited = fields["visited"] == "true"
        return sight
    }

    /// Returns the description, the comment if it says something else, and the height in metres.
    private static func note(_ fields: [String: String]) -> String {
        var lines = [fields["desc"], fields["cmt"]].compactMap(\.self)
        if lines.count == 2, lines[0] == lines[1] { lines.removeLast() }
        if let height = fields["ele"].flatMap(number), height.magnitude < 100_000 {
            lines.append("\(Int(height.rounded())) m")
        }
        return lines.joined(separator: "\n")
    }

    private static func number(_ text: String) -> Double? {
        Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Reads the texts of the present element's children, including those in its extensions.
    private mutating func fields() throws -> [String: String] {
        var fields: [String: String] = [:]
        while let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: return fields
            case .begin("link", let attributes):
                fields["link"] = fields["link"] ?? attributes["href"]
                try reader.skipElement()
            case .begin("extensions", _): fields.merge(try self.fields()) { present, _ in present }
            case .begin(let name, _):
                let value = try reader.elementText()
                if !value.isEmpty { fields[name] = fields[name] ?? value }
            }
        }
        return fields
    }
}

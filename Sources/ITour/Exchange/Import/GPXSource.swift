import Formats
import Foundation
import ProgramKit

/// Reads GPX files. A waypoint becomes a sight. A route becomes a destination, and its named points become
/// sights.
struct GPXSource: TripSource {
    private let path: String
    private var reader: XMLReader
    private var isInside = false
    private var ownWaypoints = ExportedWaypoints()
    private var waiting: [ImportRow<TripFileItem>] = []

    var countsLines: Bool { true }

    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        reader = XMLReader(read: read)
    }

    mutating func next() throws -> ImportRow<TripFileItem>? {
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
                    waiting = [ImportRow(.ignored(.track), at: reader.line)]
                default: try reader.skipElement()
                }
            }
        } catch let problem as XMLProblem {
            throw TripFileError.xml(path: path, problem)
        }
    }

    private mutating func waypoint(_ attributes: [String: String]) throws -> ImportRow<TripFileItem> {
        let line = reader.line
        let fields = try fields(attributes)
        guard let name = RawFields.tidyName(fields["name"]) else {
            return ImportRow(skipped: .missingName, at: line)
        }
        let row = sight(name, fields, line: line)
        if let sight = row.entry { ownWaypoints.note(sight) }
        return row.map { .sight($0) }
    }

    /// The content of a route.
    private struct Route {
        let line: Int
        var name = ""
        var details = ""
        /// The destination's identifier, which only files exported by itour have.
        var identifier: UUID?
        var sights: [ImportRow<ImportedSight>] = []
        var others: [ImportRow<TripFileItem>] = []
    }

    /// Reads a route: a destination with its points as sights.
    private mutating func route() throws -> [ImportRow<TripFileItem>] {
        var route = Route(line: reader.line)
        while let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: return items(of: route)
            case .begin("rtept", let attributes):
                let line = reader.line
                let fields = try fields(attributes)
                if let name = RawFields.tidyName(fields["name"]) {
                    route.sights.append(sight(name, fields, line: line))
                } else {
                    route.others.append(ImportRow(.ignored(.unnamedRoutePoint), at: line))
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

    private func items(of route: Route) -> [ImportRow<TripFileItem>] {
        // If the route has no name, treat its points as waypoints.
        guard let name = RawFields.tidyName(route.name) else {
            return route.sights.map { $0.map { .sight($0) } } + route.others
        }
        let sights = route.sights.compactMap(\.entry)
        let problems =
            route.sights.filter { !$0.problems.isEmpty }
            .map { row in row.map { .part(name: $0.name) } } + route.others
        if let identifier = route.identifier {
            return items(of: route, sights, named: name, identifier) + problems
        }
        guard !sights.isEmpty else { return problems }
        var trip = ImportedTrip(name: name)
        trip.details = route.details
        trip.isRoute = true
        trip.sights = sights
        return [ImportRow(.trip(trip), at: route.line)] + problems
    }

    /// Returns the parts of an exported route that the file's waypoints lack: the destination's details, and
    /// points that were added to the file after the export.
    private func items(
        of route: Route, _ sights: [ImportedSight], named name: String, _ identifier: UUID
    ) -> [ImportRow<TripFileItem>] {
        var items: [TripFileItem] = []
        if !route.details.isEmpty { items.append(.details(of: identifier, route.details)) }
        for var added in ownWaypoints.added(to: sights, of: identifier) {
            added.destination = name
            added.destinationIdentifier = identifier
            items.append(.sight(added))
        }
        return items.map { ImportRow($0, at: route.line) }
    }

    private func sight(
        _ name: String, _ values: [String: String], line: Int
    ) -> ImportRow<ImportedSight> {
        var fields = EntryFields(values)
        var sight = ImportedSight(name: name)
        sight.record.place = fields.place("lat", "lon")
        sight.record.note = Self.note(values)
        sight.record.link = fields.filled("link", "url") ?? ""
        // No sight needs one of these fields, so none is refused for its lack.
        try? Sight.fields.read(&fields, into: sight.record, only: GPXWriter.facts)
        if let destination = RawFields.tidyName(values["destination"]) {
            sight.take(destination: destination, &fields)
        }
        sight.identifier = fields.identifier("identifier")
        sight.record.isVisited = fields.flag("visited")
        return ImportRow(sight, at: line, problems: fields.problems)
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
    ///
    /// - Parameter attributes: The attributes of the element, which count as texts, too.
    private mutating func fields(_ attributes: [String: String] = [:]) throws -> [String: String] {
        var fields = attributes
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

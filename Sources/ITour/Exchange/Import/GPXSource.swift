import Formats
import Foundation
import Localization
import ProgramKit

/// Reads GPX files. A waypoint becomes a sight. A route becomes a destination, and its named points become
/// sights. A recorded track, or a route without named points, becomes a sight at its beginning, with its line.
struct GPXSource: TripSource {
    private let path: String
    private let localizer: Localizer
    private var reader: XMLReader
    private var isInside = false
    private var ownWaypoints = ExportedWaypoints()
    private var waiting: [ImportRow<TripFileItem>] = []

    var countsLines: Bool { true }

    /// Prepares the reading of a file.
    ///
    /// - Parameters:
    ///   - path: The path for errors.
    ///   - language: The language of the facts about tracks.
    ///   - read: Returns the next bytes; none at the end.
    init(path: String, language: Language, read: @escaping () throws -> [UInt8]) {
        self.path = path
        localizer = Localizer(language)
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
                case "trk": waiting = [try track()]
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
        var way = Way()
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
                route.way.add(fields)
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
            if route.sights.isEmpty, let sight = sight(of: route.way, named: nil, route.details) {
                return [ImportRow(.sight(sight), at: route.line)]
            }
            return route.sights.map { $0.map { .sight($0) } } + route.others
        }
        let sights = route.sights.compactMap(\.entry)
        let problems =
            route.sights.filter { !$0.problems.isEmpty }
            .map { row in row.map { .part(name: $0.name) } } + route.others
        if let identifier = route.identifier {
            return items(of: route, sights, named: name, identifier) + problems
        }
        guard !sights.isEmpty else {
            guard let sight = sight(of: route.way, named: name, route.details) else { return problems }
            return [ImportRow(.sight(sight), at: route.line)]
        }
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

    // MARK: Tracks

    /// The points of a track or a route, and the times of the first and the last one.
    private struct Way {
        var line = TrackLine()
        var isStart = true
        private var times: (first: Date, last: Date)?

        /// The minutes from the first to the last point; `nil` if they have no times.
        var minutes: Int? { times.map { Int(($0.last.timeIntervalSince($0.first) / 60).rounded()) } }

        mutating func add(_ fields: [String: String]) {
            guard let latitude = fields["lat"].flatMap(GPXSource.number),
                let longitude = fields["lon"].flatMap(GPXSource.number),
                let place = Coordinates(latitude: latitude, longitude: longitude)
            else { return }
            let height = fields["ele"].flatMap(GPXSource.number).flatMap { $0.magnitude < 100_000 ? $0 : nil }
            line.add(place, height: height, isStart: isStart)
            isStart = false
            guard let time = fields["time"].flatMap({ CalendarTime(iso: $0) }), time.moment.minute != nil
            else { return }
            let instant = time.moment.stored
            times = (times?.first ?? instant, instant)
        }
    }

    /// Reads a track.
    private mutating func track() throws -> ImportRow<TripFileItem> {
        let position = reader.line
        var way = Way(), texts: [String: String] = [:]
        var depth = 1
        while depth > 0, let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: depth -= 1
            case .begin("trkseg", _):
                way.isStart = true
                depth += 1
            case .begin("trkpt", let attributes): way.add(try fields(attributes))
            case .begin("extensions", _): texts.merge(try fields()) { present, _ in present }
            case .begin("link", let attributes):
                texts["link"] = texts["link"] ?? attributes["href"]
                try reader.skipElement()
            case .begin(let name, _):
                let value = try reader.elementText()
                if texts[name] == nil { texts[name] = value }
            }
        }
        if let identifier = texts["sightIdentifier"].flatMap({ UUID(uuidString: $0) }) {
            return ImportRow(.track(of: identifier, way.line.text), at: position)
        }
        let details = [texts["desc"], texts["cmt"]].compactMap(\.self).first { !$0.isEmpty } ?? ""
        guard let sight = sight(of: way, named: RawFields.tidyName(texts["name"]), details) else {
            return ImportRow(.ignored(.track), at: position)
        }
        sight.record.link = texts["link"] ?? ""
        return ImportRow(.sight(sight), at: position)
    }

    /// Returns the sight for a way, with facts about it in the note; `nil` if it has no two points.
    private func sight(of way: Way, named name: String?, _ details: String) -> ImportedSight? {
        let line = way.line.text
        guard !line.isEmpty, let first = way.line.first, let last = way.line.last else { return nil }
        let file = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
        guard let name = name ?? RawFields.tidyName(file) else { return nil }
        let sight = ImportedSight(name: name)
        sight.record.place = first
        sight.record.track = line
        if let minutes = way.minutes, DurationReader.range.contains(minutes) {
            sight.record.duration = minutes
        }
        var facts = [
            text("Length: %@ km", localizer.decimal(way.line.length, fractionDigits: 1...1)),
            text("Start: %@", first.text), text("End: %@", last.text),
        ]
        if way.line.climb > 0 {
            facts.insert(text("Climb: %@ m", localizer.decimal(way.line.climb, fractionDigits: 0...0)), at: 1)
        }
        sight.record.note = ((details.isEmpty ? [] : [details]) + facts.map(localizer.string))
            .joined(separator: "\n")
        return sight
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
        sight.record.isVisited = fields.truth("visited") == true
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

    fileprivate static func number(_ text: String) -> Double? {
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

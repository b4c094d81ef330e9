import Formats
import Foundation
import Localization

/// Writes KML 2.2, which Google Earth and many map programs read: a folder for each destination with its sights, and one
/// for the transport and stays of each trip.
///
/// The values without an element of their own are in `ExtendedData`. With them, an import finds the records again.
@MainActor
struct KMLWriter {
    private var xml = XMLText()
    private let localizer: Localizer
    private var result = TripExport.Result(bytes: [])

    static func write(_ export: TripExport) -> TripExport.Result {
        var writer = KMLWriter(localizer: export.localizer)
        writer.xml.open("kml", [("xmlns", "http://www.opengis.net/kml/2.2")])
        writer.xml.open("Document")
        writer.xml.element("name", "itour")
        for destination in export.destinations { writer.write(destination) }
        for trip in export.trips { writer.write(trip) }
        writer.xml.close("Document")
        writer.xml.close("kml")
        writer.result.bytes = writer.xml.bytes
        return writer.result
    }

    /// Writes KML in an archive (KMZ).
    static func writeArchive(_ export: TripExport) -> TripExport.Result {
        var result = write(export)
        result.bytes = ZipWriter.archive("doc.kml", result.bytes)
        return result
    }

    private init(localizer: Localizer) { self.localizer = localizer }

    // MARK: Destinations

    private mutating func write(_ destination: Destination) {
        let placed = destination.sights.filter { $0.place != nil }
        result.unplaced += destination.sights.count - placed.count
        guard destination.place != nil || !placed.isEmpty else {
            result.unmapped += 1
            return
        }
        result.counts.destinations += 1
        result.counts.sights += placed.count
        xml.open("Folder")
        xml.element("name", destination.name)
        if let place = destination.place { write(destination, at: place) }
        for (index, sight) in placed.enumerated() {
            // Without a placemark of the destination, its first sight has its details.
            let details = index == 0 && destination.place == nil ? destination.details : ""
            write(sight, of: destination, details)
        }
        xml.close("Folder")
    }

    private mutating func write(_ destination: Destination, at place: Coordinates) {
        xml.open("Placemark")
        xml.element("name", destination.name)
        if !destination.details.isEmpty { xml.element("description", destination.details) }
        let own: Set = ["name", "details", "latitude", "longitude"]
        let members = Destination.fields.members(destination).filter { !own.contains($0.key) }
            .map { ($0.key, $0.value.csvText) }
        data([("itour", "destination")] + members + [("trip", destination.trip?.identifier.uuidString ?? "")])
        point(place)
        xml.close("Placemark")
    }

    private mutating func write(_ sight: Sight, of destination: Destination, _ details: String) {
        guard let place = sight.place else { return }
        xml.open("Placemark")
        xml.element("name", sight.name)
        if !sight.address.isEmpty { xml.element("address", sight.address) }
        if !sight.phone.isEmpty { xml.element("phoneNumber", sight.phone) }
        if !sight.note.isEmpty { xml.element("description", sight.note) }
        let own: Set = ["name", "address", "phone", "note", "latitude", "longitude", "source", "lastImport"]
        let members = Sight.fields.members(sight).filter { !own.contains($0.key) }
            .map { ($0.key, $0.value.csvText) }
        data([("itour", "sight")] + members)
        data([
            ("sightSource", sight.source ?? ""), ("destination", destination.name),
            ("destinationIdentifier", destination.identifier.uuidString),
            ("start", destination.dates?.start.description ?? ""),
            ("end", destination.dates?.end?.description ?? ""), ("timeZone", destination.timeZone ?? ""),
            ("priority", destination.priority.word), ("destinationSource", destination.source ?? ""),
            ("details", details),
        ])
        let lines = sight.track.map(TrackLine.lines) ?? []
        if !lines.isEmpty { xml.open("MultiGeometry") }
        point(place)
        for line in lines { self.line(line) }
        if !lines.isEmpty { xml.close("MultiGeometry") }
        xml.close("Placemark")
    }

    // MARK: Trips

    /// Writes the transport and the stays of a trip. Without transport, a line joins its destinations.
    private mutating func write(_ trip: Trip) {
        xml.open("Folder")
        xml.element("name", trip.name)
        if trip.plannedLegs.isEmpty {
            line("route", trip.identifier, trip.name, "", trip.destinations.compactMap(\.placeOnMap))
        }
        for leg in trip.plannedLegsInOrder {
            let ends = [leg.origin, leg.target].compactMap { Self.place(named: $0, in: trip) }
            if ends.count < 2 { continue }
            let facts = ItineraryText.about(leg, localizer).map { localizer.string($0) }
            let times = [leg.departure, leg.arrival].map {
                localizer.string(LocalizedText("%@", table: "", [$0.text]))
            }
            line(
                "leg", leg.identifier, leg.recordTitle,
                ([times.joined(separator: " – ")] + facts).joined(separator: "\n"), ends)
            result.counts.legs += 1
        }
        for stay in trip.plannedStaysInOrder {
            guard let place = stay.place else { continue }
            result.counts.stays += 1
            xml.open("Placemark")
            xml.element("name", stay.name)
            if !stay.address.isEmpty { xml.element("address", stay.address) }
            let times = localizer.string(
                LocalizedText("%1$@ – %2$@", table: "", [stay.checkIn.text, stay.checkOut.text]))
            let lines = [times, stay.note].filter { !$0.isEmpty }
            xml.element("description", lines.joined(separator: "\n"))
            data([("itour", "stay"), ("identifier", stay.identifier.uuidString)])
            point(place)
            xml.close("Placemark")
        }
        xml.close("Folder")
    }

    /// Returns the place of one end of a leg: that of the destination with the name, or else of the city with it.
    private static func place(named name: String, in trip: Trip) -> Coordinates? {
        let key = RawFields.key(name)
        let own = trip.destinations.first { RawFields.key($0.name) == key }?.placeOnMap
        if let own { return own }
        if case .one(let city) = Gazetteer.builtIn.match(name) { return city.coordinates }
        return nil
    }

    // MARK: Elements

    private mutating func line(
        _ kind: String, _ identifier: UUID, _ name: String, _ description: String, _ places: [Coordinates]
    ) {
        guard places.count > 1 else { return }
        xml.open("Placemark")
        xml.element("name", name)
        if !description.isEmpty { xml.element("description", description) }
        data([("itour", kind), ("identifier", identifier.uuidString)])
        line(places)
        xml.close("Placemark")
    }

    private mutating func line(_ places: [Coordinates]) {
        xml.open("LineString")
        // Follow the surface of the Earth.
        xml.element("tessellate", "1")
        xml.element("coordinates", places.map(Self.degrees).joined(separator: " "))
        xml.close("LineString")
    }

    private mutating func point(_ place: Coordinates) {
        xml.open("Point")
        xml.element("coordinates", Self.degrees(place))
        xml.close("Point")
    }

    private mutating func data(_ values: [(String, String)]) {
        xml.open("ExtendedData")
        for (key, value) in values where !value.isEmpty {
            xml.open("Data", [("name", key)])
            xml.element("value", value)
            xml.close("Data")
        }
        xml.close("ExtendedData")
    }

    /// Formats a place with the longitude first.
    private static func degrees(_ place: Coordinates) -> String {
        "\(Coordinates.degrees(place.longitude)),\(Coordinates.degrees(place.latitude))"
    }
}

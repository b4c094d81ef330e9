import ProgramKit
import Shell

/// Writes a row for each sight, including its destination's values. A destination without sights has its own
/// row.
@MainActor
enum TripCSV {
    /// The first columns. Those in the last line of the code describe the sight.
    enum Column: String, CaseIterable {
        case destination, identifier, start, end, timeZone, priority, details, source
        case destinationLatitude, destinationLongitude, country
        case sight, sightIdentifier, note, latitude, longitude, address, visited, sightSource
    }

    /// The keys of a sight's other fields, which are the last columns.
    nonisolated static let others: [String] = {
        let own: Set = [
            "identifier", "name", "note", "latitude", "longitude", "address", "visited", "source",
        ]
        return Sight.fields.exportKeys.filter { !own.contains($0) }
    }()

    static func write(_ export: TripExport) -> TripExport.Result {
        var writer = CSVWriter(), counts = TripCounts(destinations: export.destinations.count)
        writer.writeRow(Column.allCases.map(\.rawValue) + others)
        for destination in export.destinations {
            let sights = destination.sights
            counts.sights += sights.count
            for sight in sights { writer.writeRow(row(destination, sight)) }
            if sights.isEmpty { writer.writeRow(row(destination, nil)) }
        }
        return TripExport.Result(bytes: writer.bytes, counts: counts)
    }

    private static func row(_ destination: Destination, _ sight: Sight?) -> [String] {
        let members = Dictionary(
            (sight.map { Sight.fields.members($0) } ?? []).map { ($0.key, $0.value.csvText) },
            uniquingKeysWith: { first, _ in first })
        return (Column.allCases.map { value($0, destination, sight) } + others.map { members[$0] ?? "" })
            .map(\.withoutNUL)
    }

    private static func value(_ column: Column, _ destination: Destination, _ sight: Sight?) -> String {
        switch column {
        case .destination: destination.name
        case .identifier: destination.identifier.uuidString
        case .start: destination.dates?.start.description ?? ""
        case .end: destination.dates?.end?.description ?? ""
        case .timeZone: destination.timeZone ?? ""
        case .priority: destination.priority.word
        case .details: destination.details
        case .source: destination.source ?? ""
        case .destinationLatitude: destination.latitude.map { String($0) } ?? ""
        case .destinationLongitude: destination.longitude.map { String($0) } ?? ""
        case .country: destination.country ?? ""
        case .sight: sight?.name ?? ""
        case .sightIdentifier: sight?.identifier.uuidString ?? ""
        case .note: sight?.note ?? ""
        case .latitude: sight?.latitude.map { String($0) } ?? ""
        case .longitude: sight?.longitude.map { String($0) } ?? ""
        case .address: sight?.address ?? ""
        case .visited: sight.map { $0.isVisited ? "true" : "false" } ?? ""
        case .sightSource: sight?.source ?? ""
        }
    }
}

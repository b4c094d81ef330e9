import Shell

/// Writes GeoJSON (RFC 7946), in which sights are points of a map. A sight without coordinates becomes a
/// feature without a geometry, which the format allows.
@MainActor
enum GeoJSONWriter {
    static func write(_ export: TripExport) -> TripExport.Result {
        var result = TripExport.Result(bytes: [])
        var writer = JSONWriter()
        writer.write(literal: "{\"type\": \"FeatureCollection\", \"features\": [")
        var isFirst = true
        for destination in export.destinations {
            let sights = destination.sights
            if sights.isEmpty { result.unmapped += 1 } else { result.counts.destinations += 1 }
            result.counts.sights += sights.count
            for (index, sight) in sights.enumerated() {
                writer.write(literal: isFirst ? "\n  " : ",\n  ")
                isFirst = false
                if sight.place == nil { result.unplaced += 1 }
                write(sight, position: index + 1, of: destination, to: &writer)
            }
        }
        writer.write(literal: isFirst ? "]}\n" : "\n]}\n")
        result.bytes = writer.bytes
        return result
    }

    private static func write(
        _ sight: Sight, position: Int, of destination: Destination, to writer: inout JSONWriter
    ) {
        writer.write(literal: "{\"type\": \"Feature\", \"id\": ")
        writer.write(sight.identifier.uuidString)
        writer.write(literal: ", \"geometry\": ")
        if let place = sight.place {
            writer.write(literal: "{\"type\": \"Point\", \"coordinates\": ")
            // GeoJSON has the longitude first.
            writer.write(.list([.decimal(place.longitude), .decimal(place.latitude)]))
            writer.write(literal: "}")
        } else {
            writer.write(.null)
        }
        let details = position == 1 ? destination.details : ""
        func text(_ text: String?) -> Cell.RawValue { text.map { .string($0) } ?? .null }
        let properties: [(key: String, value: Cell.RawValue)] = [
            ("visited", .bool(sight.isVisited)), ("destination", .string(destination.name)),
            ("destinationIdentifier", .string(destination.identifier.uuidString)),
            ("position", .integer(position)), ("priority", .string(destination.priority.word)),
            ("details", details.isEmpty ? .null : .string(details)),
            ("destinationSource", text(destination.source)), ("sightSource", text(sight.source)),
            ("start", text(destination.dates?.start.description)),
            ("end", text(destination.dates?.end?.description)), ("timeZone", text(destination.timeZone)),
        ]
        let texts = sight.texts(["name"] + Sight.facts).map {
            (key: $0.key, value: Cell.RawValue.string($0.value))
        }
        writer.write(literal: ", \"properties\": ")
        writer.write(.object(ofPresent: texts + properties))
        writer.write(literal: "}")
    }
}

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
        writer.write(literal: ", \"properties\": {\"name\": ")
        writer.write(sight.name)
        for (key, value) in sight.texts(Sight.facts) {
            member(key, .string(value), to: &writer)
        }
        member("visited", .bool(sight.isVisited), to: &writer)
        member("destination", .string(destination.name), to: &writer)
        member("destinationIdentifier", .string(destination.identifier.uuidString), to: &writer)
        member("position", .integer(position), to: &writer)
        member("priority", .string(destination.priority.word), to: &writer)
        if position == 1, !destination.details.isEmpty {
            member("details", .string(destination.details), to: &writer)
        }
        if let source = destination.source { member("destinationSource", .string(source), to: &writer) }
        if let source = sight.source { member("sightSource", .string(source), to: &writer) }
        if let dates = destination.dates {
            member("start", .string(dates.start.description), to: &writer)
            if let end = dates.end { member("end", .string(end.description), to: &writer) }
        }
        if let zone = destination.timeZone { member("timeZone", .string(zone), to: &writer) }
        writer.write(literal: "}}")
    }

    private static func member(_ key: String, _ value: Cell.RawValue, to writer: inout JSONWriter) {
        writer.write(literal: ", ")
        writer.write(key)
        writer.write(literal: ": ")
        writer.write(value)
    }
}

import Shell

/// Writes all data of destinations and sights. Importing the file into an empty store restores it.
@MainActor
enum TripJSON {
    static func write(_ export: TripExport) -> TripExport.Result {
        var writer = JSONWriter()
        writer.write(literal: "{\n  \"format\": \"itour\",\n  \"version\": 1,\n  \"destinations\": [")
        for (index, destination) in export.destinations.enumerated() {
            writer.write(literal: index == 0 ? "\n    " : ",\n    ")
            write(destination, to: &writer)
        }
        writer.write(literal: export.destinations.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
        return TripExport.Result(bytes: writer.bytes)
    }

    private static func write(_ destination: Destination, to writer: inout JSONWriter) {
        let dates = destination.dates
        writeMembers(
            [
                ("identifier", .string(destination.identifier.uuidString)),
                ("name", .string(destination.name)),
                ("details", text(destination.details)), ("start", text(dates?.start.description)),
                ("end", text(dates?.end?.description)), ("timeZone", text(destination.timeZone)),
                ("latitude", destination.latitude.map { .decimal($0) } ?? .null),
                ("longitude", destination.longitude.map { .decimal($0) } ?? .null),
                ("country", text(destination.country)),
                ("priority", .string(destination.priority.word)), ("source", text(destination.source)),
            ], to: &writer)
        let sights = destination.sights
        if !sights.isEmpty {
            writer.write(literal: ", \"sights\": [")
            for (index, sight) in sights.enumerated() {
                writer.write(literal: index == 0 ? "\n      " : ",\n      ")
                writeMembers(
                    [
                        ("identifier", .string(sight.identifier.uuidString)), ("name", .string(sight.name)),
                        ("note", text(sight.note)), ("address", text(sight.address)),
                        ("latitude", sight.latitude.map { .decimal($0) } ?? .null),
                        ("longitude", sight.longitude.map { .decimal($0) } ?? .null),
                        ("visited", sight.isVisited ? .bool(true) : .null), ("source", text(sight.source)),
                    ], to: &writer)
                writer.write(literal: "}")
            }
            writer.write(literal: "\n    ]")
        }
        writer.write(literal: "}")
    }

    /// Writes the start of an object with its members that aren't `null`.
    private static func writeMembers(
        _ members: [(String, Cell.RawValue)], to writer: inout JSONWriter
    ) {
        var isFirst = true
        for (key, value) in members where value != .null {
            writer.write(literal: isFirst ? "{" : ", ")
            isFirst = false
            writer.write(key)
            writer.write(literal: ": ")
            writer.write(value)
        }
    }

    private static func text(_ string: String?) -> Cell.RawValue {
        string.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
    }
}

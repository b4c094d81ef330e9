import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `export`: writes destinations and trips for a calendar, a map, a printer or another store.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text(
            "The file to write. Its ending selects the format: .ics, .gpx, .kml, .kmz, .geojson, .md, .html, .json or .csv."
        ),
        question: text("Which file"))
    static let conditions = Parameter.rest(
        "condition", .condition(source: TripCompletions.destinationConditions).keepingQuotes,
        help: text(
            "Conditions such as priority:must, trip:japan or is:past: export only the destinations that meet them."
        )
    ).takingHyphens
    static let format = ExportTarget.formatOption(TripExport.endings)
    static let only = Parameter.repeatedOption(
        "only", .destination, help: text("Export only this destination. Default: all destinations."))
    static let trip = Parameter.option(
        "trip", .trip, help: text("Export only this trip. Default: all trips and destinations."))

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Exports destinations to a file."),
        discussion: [
            text(
                "A .json file has all trips, destinations and sights; importing it into an empty store restores them. Points of interest are only in a “backup”. Use .ics for calendars, .gpx, .kml and .geojson for maps, .md and .html for printing."
            )
        ],
        parameters: [
            file.declaration, conditions.declaration, format.declaration, only.declaration,
            trip.declaration,
            ExportTarget.overwrite.declaration,
        ],
        examples: [
            text("export trips.ics"), text("export rome.gpx --only rome"),
            text("export trips.json --overwrite"), text("export japan.md --trip japan"),
            text("export japan.html --trip japan"), .verbatim("export must.gpx priority:must -is:past"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format], known: TripExport.endings,
            invocation)
        guard let target, let write = TripExport.formats[target.format] else { return .nothingWritten }
        let trip = try invocation[Self.trip].map { try session.record($0, in: Trip.self) }
        let only = try session.records(try invocation[Self.only], in: Destination.self)
        let words = try invocation[Self.conditions]
        let isEverything = only.isEmpty && trip == nil && words.isEmpty
        var destinations =
            only.isEmpty ? try trip?.destinations ?? everything(session) : only
        if !words.isEmpty {
            let condition = try session.condition(words, session.destinationConditions)
            destinations = try destinations.filter { try condition.holds(for: $0) }
        }
        // A JSON file looks like a complete copy, so report the points of interest that it lacks.
        let leftOut =
            target.format == "json" && isEverything
            ? try session.context.fetchCount(FetchDescriptor<PointOfInterest>()) : 0
        let trips =
            try isEverything
            ? session.tripsInOrder() : only.isEmpty && words.isEmpty ? [trip].compactMap { $0 } : []
        let rates =
            trips.isEmpty && !isEverything ? [] : try session.fetchReadable(FetchDescriptor<ExchangeRate>())
        let export = TripExport(
            destinations: destinations, trips: trips, rates: rates,
            currency: session.preferences[TripSettings.currency],
            views: isEverything ? try session.viewEntries() : [], now: session.environment.now(),
            localizer: session.localizer)
        let result = write(export)
        var output = output(result, leftOutPoints: leftOut, path: path)
        if target.format == "csv", !trips.isEmpty {
            output.blocks.append(
                .warning(
                    text(
                        "This file has only destinations and sights. A .json file also has trips, plans and money."
                    )))
        }
        return try session.write(result.bytes, to: target, output)
    }

    @MainActor
    private func everything(_ session: TripSession) throws -> [Destination] {
        var descriptor = FetchDescriptor<Destination>()
        descriptor.relationshipKeyPathsForPrefetching = [\.sights]
        return try session.fetchReadable(descriptor)
    }

    private func output(
        _ result: TripExport.Result, leftOutPoints: Int, path: String
    ) -> Output {
        let counts = result.counts
        let written = counts.all.isEmpty ? [counts.destinationCount] : counts.all
        let message = text("Wrote %1$@ to “%2$@”.", TextArgument.list(written.map { .text($0) }), path)
        let warnings = [
            (
                result.undated,
                text("%lld destinations have no date and are not in the calendar.", result.undated)
            ),
            (
                result.unmapped,
                text("%lld destinations have no sights on the map and are not in the file.", result.unmapped)
            ),
            (result.unplaced, text("%lld sights have no place on the map.", result.unplaced)),
            (
                leftOutPoints,
                text(
                    "%lld points of interest are not in the file. Use “backup” to copy them too.",
                    leftOutPoints)
            ),
        ].filter { $0.0 > 0 }
        let data = Record(
            fields: counts.fields.prefix(1) + [
                .init("undated", text("Without a date"), .number(result.undated)),
                .init("unplaced", text("Without a place"), .number(result.unplaced)),
                .init("unmapped", text("Not on the map"), .number(result.unmapped)),
                .init("leftOutPoints", text("Points of interest left out"), .number(leftOutPoints)),
                .init("path", text("File"), .text(path)),
            ] + counts.fields.dropFirst())
        return Output([.message(message)] + warnings.map { .warning($0.1) }, data: [.record(data)])
    }
}

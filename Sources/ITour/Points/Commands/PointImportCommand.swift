import Localization
import ProgramKit
import Shell

/// `poi import`: imports points of interest from a file, from standard input or from the web.
struct PointImportCommand: Command {
    static let source = Parameter.required(
        "file", .path(endings: ["json", "geojson", "csv"]),
        help: text("A JSON file, an address that begins with http:// or https://, or - for standard input."),
        question: text("Which file"))

    static let deleted = Parameter.flag(
        "deleted", help: text("Also import points of interest that you deleted."))

    let declaration = CommandDeclaration(
        "poi import", group: .points,
        summary: text("Imports points of interest from a JSON file or the web."),
        discussion: [
            text(
                "The file is a list of objects with “identifier” (a UUID) and “name”. Optional fields: “address”, “city”, “country”, “information”, “latitude”, “longitude” and “category” (an object with a “name”)."
            ),
            text(
                "Maps (GeoJSON, Overpass) and tables (CSV) with names and places are read, too. Their points are found again by their number in OpenStreetMap, or else by name and place."
            ),
            text(
                "Existing points of interest are updated, except for fields that you have changed. Importing the same file again changes nothing. A file can hold only new and changed entries."
            ),
            text(
                "A value that can't be read is left out and reported, and the rest of its entry is imported. An entry that lacks what it needs, such as its name, is skipped and reported with its position."
            ),
            text(
                "From the operating system's shell, the command can read standard input: itour poi import - < FILE."
            ),
        ],
        parameters: [source.declaration, deleted.declaration, ImportCommand.dryRun.declaration],
        examples: [
            .verbatim("poi import points.json"), .verbatim("poi import fountains.geojson"),
            .verbatim("poi import https://example.org/points.json --dry-run"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let source = try PointSource(try invocation[Self.source], in: session)
        let isDryRun = try invocation[ImportCommand.dryRun]
        let bringsBack = try invocation[Self.deleted]
        var importer = try PointImporter(source, in: session, bringsBackDeleted: bringsBack)
        let report = try await importer.run(isDryRun: isDryRun)
        return importer.output(report, isDryRun: isDryRun)
    }
}

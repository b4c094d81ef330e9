import Localization
import Shell
import Suite

/// `import`: imports trips and sights from a file.
struct ImportCommand: Command {
    /// The usual endings of files that can be imported. Tab offers these files; the content determines the format.
    private static let endings = ["json", "geojson", "csv", "gpx", "xml"]

    static let file = Parameter.required(
        "file", .path(endings: endings),
        help: text("The file: JSON or CSV from “export”, or GPX, GeoJSON, CSV or Overpass JSON."),
        question: text("Which file"))
    static let into = Parameter.option(
        "into", .destination,
        help: text("The destination that gets the waypoints as sights. Default: the open one."))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Show what would happen without changing anything."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports destinations and sights from a file."),
        discussion: [
            text(
                "You can import the same file, or a newer one, again: nothing is added twice. Waypoints become sights of the destination given with --into, or of the open destination. Without either, each waypoint becomes a destination."
            ),
            text("Destinations and sights that you deleted are added again."),
            text(
                "An unreadable entry is skipped and reported with its position. All other entries are imported."
            ),
        ],
        parameters: [file.declaration, into.declaration, dryRun.declaration],
        examples: [
            text("import trips.json"), text("import museums.geojson --into rome"),
            .verbatim("import hike.gpx --dry-run"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target =
            try invocation[Self.into].map { try session.record($0, in: Destination.self) }
            ?? session.opened(Destination.self)
        let file = try session.inputFile(path)
        let source = try TripSourceOpener.open(file, language: session.localizer.language)
        let dryRun = try invocation[Self.dryRun]
        let report = try await TripImport(session: session, file: file, target: target)
            .run(source, isDryRun: dryRun)
        return report.output(isDryRun: dryRun)
    }
}

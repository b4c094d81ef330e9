import Localization
import Shell
import Suite

/// `import`: takes in trips and sights from a file.
struct ImportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file: JSON or CSV from “export”, GPX, GeoJSON, CSV or Overpass JSON."),
        question: text("Which file"))
    static let into = Parameter.option(
        "into", .destination,
        help: text("The destination that waypoints go to; the open one unless it is named."))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Only reports what would happen; changes nothing."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Takes in destinations and sights from a file."),
        discussion: [
            text(
                "Importing the same file again, or a newer one, adds nothing twice. Waypoints go to the destination that is named with --into or open; else each becomes a destination."
            ),
            text("What you deleted here is added again."),
            text("What can't be read is skipped and reported with its place; the rest arrives."),
        ],
        parameters: [file.declaration, into.declaration, dryRun.declaration],
        examples: ["import trips.json", "import museums.geojson --into rome", "import hike.gpx --dry-run"],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let path = try invocation[Self.file]
        let home =
            try invocation[Self.into].map { try session.record($0, in: Destination.self) }
            ?? session.opened(Destination.self)
        let file = try session.inputFile(path)
        let source = try ImportOpening.open(file, language: session.localizer.language)
        let dryRun = try invocation[Self.dryRun]
        let report = try await TripImport(session: session, file: file, home: home)
            .run(source, isDryRun: dryRun)
        return report.output(isDryRun: dryRun)
    }
}

import Localization
import Shell
import Suite

/// `poi import`: takes in points of interest from a file, from standard input or from the web.
struct PointImportCommand: Command {
    static let source = Parameter.required(
        "file", .path,
        help: text("A JSON file, an address that begins with http:// or https://, or - for standard input."),
        question: text("Which file"))

    static let deleted = Parameter.flag(
        "deleted", help: text("Brings back what was deleted here, too."))

    let declaration = CommandDeclaration(
        "poi import", group: .points,
        summary: text("Takes in points of interest from a JSON file or the web."),
        discussion: [
            text(
                "The file is a list of objects with “identifier” (a UUID) and “name”, and where they are known “address”, “city”, “country”, “information”, “latitude”, “longitude” and “category”, an object with a “name”."
            ),
            text(
                "A point that is there already is brought up to date, but for what you have changed. Importing the same file again changes nothing, and a file of what is new or changed does as well as a whole one."
            ),
            text("What can't be read is skipped and reported with its place; the rest arrives."),
            text("From the operating system's shell, it reads standard input: itour poi import - < FILE."),
        ],
        parameters: [source.declaration, deleted.declaration, ImportCommand.dryRun.declaration],
        examples: [
            "poi import points.json", "poi import https://example.org/points.json --dry-run",
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let source = try PointSource(try invocation[Self.source], in: session)
        let isDryRun = try invocation[ImportCommand.dryRun]
        let bringsBack = try invocation[Self.deleted]
        let result = try await PointImport(session: session, source: source, bringsBackDeleted: bringsBack)
            .run(isDryRun: isDryRun)
        return PointImportOutput(result: result, isDryRun: isDryRun).output
    }
}

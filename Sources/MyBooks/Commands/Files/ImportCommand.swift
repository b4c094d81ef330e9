import Localization
import Shell
import Suite

/// `import`: takes in a Goodreads library export, or a file that `export` wrote.
struct ImportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file: CSV from Goodreads, or JSON or CSV from “export”."),
        question: text("Which file"))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Only reports what would happen; changes nothing."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Takes in books from a file."),
        discussion: [
            text(
                "Importing the same file again, or a newer one, adds nothing twice. A field is overwritten only while it still holds what the last import put there, so what you changed here stays."
            ),
            text("What you deleted here is added again."),
            text("A row that can't be read is skipped and reported with its line; the rest arrives."),
        ],
        parameters: [file.declaration, dryRun.declaration],
        examples: ["import goodreads_library_export.csv --dry-run"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let path = try invocation[Self.file]
        let file = try session.inputFile(path)
        let source = try ImportSourceOpening.open(file)
        let dryRun = try invocation[Self.dryRun]
        let report = try await LogImport(session: session, file: file).run(source, isDryRun: dryRun)
        return report.output(isDryRun: dryRun)
    }
}

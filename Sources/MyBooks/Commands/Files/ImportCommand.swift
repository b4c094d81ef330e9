import Localization
import Shell
import Suite

/// `import`: imports a Goodreads library export, or a file that `export` wrote.
struct ImportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("A CSV file from Goodreads, or a JSON or CSV file from “export”."),
        question: text("Which file"))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Show what would happen without changing anything."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports books from a file."),
        discussion: [
            text(
                "You can import the same file, or a newer one, again: nothing is added twice. An import overwrites only fields that you haven't changed since the last import."
            ),
            text("Books that you deleted are added again."),
            text(
                "An unreadable row is skipped and reported with its line number. All other rows are imported."
            ),
        ],
        parameters: [file.declaration, dryRun.declaration],
        examples: [.verbatim("import goodreads_library_export.csv --dry-run")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let path = try invocation[Self.file]
        let file = try session.inputFile(path)
        let source = try BookSourceOpener.open(file)
        let dryRun = try invocation[Self.dryRun]
        let report = try await LogImport(session: session, file: file).run(source, isDryRun: dryRun)
        return report.output(isDryRun: dryRun)
    }
}

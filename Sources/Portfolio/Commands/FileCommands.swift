import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `export`: writes all issues to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text("The file to write. Its ending, .json, .csv, .md or .txt (todo.txt), selects the format."),
        question: text("Which file"))
    static let overwrite = Parameter.flag("overwrite", help: text("Replace the file if it exists."))

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Exports all issues to a file."),
        discussion: [
            text(
                "JSON, CSV and Markdown keep everything. todo.txt can't store contents, notes, dependencies, times of day, or tags without issues."
            )
        ],
        parameters: [file.declaration, overwrite.declaration],
        examples: [.verbatim("export issues.json"), .verbatim("export todo.txt --overwrite")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        try FileError.refuseDash(path, .writing)
        guard let format = IssueFormat(path: path) else {
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
        let mayReplace = try await session.mayReplace(path, isAllowed: try invocation[Self.overwrite])
        guard let mayReplace else { return .nothingWritten }
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let collator = session.collator
        let entries = try session.context.fetch(descriptor).map { IssueEntry($0, collator) }
        let unused = try session.context.fetch(
            FetchDescriptor<Tag>(predicate: #Predicate { $0.issues.isEmpty }))
        let bytes = format.bytes(
            entries, tags: collator.sorted(unused.map(\.name)), timeZone: session.environment.timeZone)
        try session.write(bytes, to: path, replacing: mayReplace)
        return Output(
            [.message(text("Wrote %1$lld issues to “%2$@”.", entries.count, path))],
            data: [
                .record(
                    Record(fields: [
                        .init("issues", text("Issues"), .number(entries.count)),
                        .init("path", text("File"), .text(path)),
                    ]))
            ])
    }
}

/// `import`: imports issues from a file.
struct ImportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text(
            "A file from “export” (.json, .csv, .md or .txt), a JSON export of taskwarrior, or the output of “gh issue list --json”."
        ),
        question: text("Which file"))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Show what would happen without changing anything."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports issues from a file."),
        discussion: [
            text(
                "You can import the same file again: nothing is added twice. If an issue already exists, the fields in the file replace its values, and all other fields stay. “undo” undoes the whole import."
            ),
            text("Issues that you deleted are added again."),
            text("An unreadable entry is skipped and reported. All other entries are imported."),
        ],
        parameters: [file.declaration, dryRun.declaration],
        examples: [.verbatim("import todo.txt --dry-run"), .verbatim("import issues.json")], changesData: true
    )

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        // The file extension determines the format. Standard input has no extension.
        try FileError.refuseDash(path, .neither)
        guard let format = IssueFormat(path: path) else {
            if let start = try? TextFileStart(try session.inputFile(path)) { try Self.refuse(start, path) }
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
        let input = try session.inputFile(path)
        let start = try TextFileStart(input)
        try Self.refuse(start, path)
        let file = EntryFile(
            path: path, format: format, timeZone: session.environment.timeZone, start: start, input: input)
        let isDryRun = try invocation[Self.dryRun]
        let report = try await IssueImport.run(file, in: session, isDryRun: isDryRun) { report in
            text("Imported %1$@: %2$lld issues added, %3$lld changed.", path, report.added, report.changed)
        }
        return report.output(isDryRun: isDryRun)
    }

    /// Throws if the file's kind can't contain issues. JSON is accepted, and so is text that begins like XML.
    private static func refuse(_ start: TextFileStart, _ path: String) throws {
        if let kind = start.kind, kind != .json, kind != .xml {
            throw IssueFileError.foreign(path: path, kind)
        }
    }
}

import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `export`: writes all issues to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text("The file to write; its ending, .json, .csv, .md or .txt (todo.txt), tells the format."),
        question: text("Which file"))
    static let overwrite = Parameter.flag("overwrite", help: text("Replaces the file if there is one."))

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Writes all issues to a file."),
        discussion: [
            text(
                "JSON, CSV and Markdown keep everything; todo.txt has no place for contents, times of day and tags that no issue has."
            )
        ],
        parameters: [file.declaration, overwrite.declaration],
        examples: ["export issues.json", "export todo.txt --overwrite"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        try FileError.refuseDash(path, .writing)
        guard let format = IssueFormat(path: path) else {
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
        let mayReplace = try await session.mayReplace(path, isGiven: try invocation[Self.overwrite])
        guard let mayReplace else { return .nothingWritten }
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let collator = session.collator
        let entries = try session.context.fetch(descriptor).map { IssueEntry($0, collator) }
        let unused = try session.context.fetch(
            FetchDescriptor<Tag>(predicate: #Predicate { $0.issues.isEmpty }))
        let bytes = format.bytes(
            entries, tags: collator.sorted(unused.map(\.name)), timeZone: session.surroundings.timeZone)
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

/// `import`: takes in issues from a file.
struct ImportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("A file as “export” writes it: .json, .csv, .md or .txt (todo.txt)."),
        question: text("Which file"))
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Only reports what would happen; changes nothing."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Takes in issues from a file."),
        discussion: [
            text(
                "Importing the same file again adds nothing twice. Where an issue is there already, what the file says counts, and what it doesn't say stays; “undo” takes it all back."
            ),
            text("What you deleted here is added again."),
            text("What can't be read is skipped and reported; the rest arrives."),
        ],
        parameters: [file.declaration, dryRun.declaration],
        examples: ["import todo.txt --dry-run", "import issues.json"], changesData: true)

    /// After how many rows a person is told how far it is, and heard.
    private static let rowsAtATime = 500

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        // Only the ending of a name tells the format.
        try FileError.refuseDash(path, .neither)
        guard let format = IssueFormat(path: path) else {
            if let start = try? TextFileStart(try session.inputFile(path)) { try Self.refuse(start, path) }
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
        let start = try TextFileStart(try session.inputFile(path))
        try Self.refuse(start, path)
        var bytes: [UInt8] = []
        while case let piece = try start.read(), !piece.isEmpty { bytes += piece }
        let rows = try format.rows(bytes, path: path, timeZone: session.surroundings.timeZone)
        if rows.isEmpty { throw ImportFileError.nothingThere(path: path) }
        let isDryRun = try invocation[Self.dryRun]
        var taking = try await IssueImport(session, rows, format)
        let work = LongWork(session)
        for index in rows.indices {
            taking.take(rowAt: index)
            if index % Self.rowsAtATime == Self.rowsAtATime - 1 {
                work.show(
                    [text("Importing: %1$lld of %2$lld issues", index + 1, rows.count)],
                    fraction: Double(index + 1) / Double(rows.count))
                // Lets Ctrl-C through.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        work.end()
        if isDryRun {
            // A trial takes in the same, and lets go of it before it is saved; but not of what couldn't be read.
            try session.context.checkReads()
            session.context.rollback()
        }
        let report = taking.report
        var output = report.output(isDryRun: isDryRun)
        output.label = text(
            "Imported %1$@: %2$lld issues added, %3$lld changed.", path, report.added, report.changed)
        return output
    }

    /// Throws where a file is of a kind that has no issues. What is written in braces, brackets or angles may have some.
    private static func refuse(_ start: TextFileStart, _ path: String) throws {
        if let kind = start.kind, kind != .json, kind != .xml {
            throw ImportFileError.foreign(path: path, kind)
        }
    }
}

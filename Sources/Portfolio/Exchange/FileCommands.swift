import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `export`: writes all issues to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text(
            "The file to write. Its ending, .json, .csv, .md, .txt (todo.txt) or .ics (calendar), selects the format."
        ),
        question: text("Which file"))

    /// The endings of files that can be written.
    private static let endings = IssueFormat.endings + [".\(ForeignExport.calendar.rawValue)"]
    static let format = ExportTarget.formatOption(endings + [".\(ForeignExport.taskwarrior.rawValue)"])

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Exports all issues to a file."),
        discussion: [
            text(
                "JSON, CSV and Markdown keep everything. todo.txt can't store contents, notes, dependencies, times of day, or tags without issues."
            ),
            text(
                "“--as taskwarrior” writes tasks that “task import” reads. A calendar has to-dos, without recurrence."
            ),
        ],
        parameters: [file.declaration, format.declaration, ExportTarget.overwrite.declaration],
        examples: [
            .verbatim("export issues.json"), .verbatim("export todo.txt --overwrite"),
            .verbatim("export tasks.json --as taskwarrior"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format], known: Self.endings, invocation)
        guard let target else { return .nothingWritten }
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let collator = session.collator
        let entries = try session.context.fetch(descriptor).map { IssueEntry($0, collator) }
        let zone = session.environment.timeZone
        let bytes: [UInt8]
        if let format = IssueFormat(rawValue: target.format) {
            let unused = try session.context.fetch(
                FetchDescriptor<Tag>(predicate: #Predicate { $0.issues.isEmpty }))
            bytes = format.bytes(
                entries, tags: collator.sorted(unused.map(\.name)), views: try session.viewEntries(),
                timeZone: zone)
        } else if let format = ForeignExport(rawValue: target.format) {
            bytes = format.bytes(entries, timeZone: zone, now: session.now)
        } else {
            return .nothingWritten
        }
        return try session.write(
            bytes, to: target,
            Output(
                [.message(text("Wrote %1$lld issues to “%2$@”.", entries.count, path))],
                data: [
                    .record(
                        Record(fields: [
                            .init("issues", text("Issues"), .number(entries.count)),
                            .init("path", text("File"), .text(path)),
                        ]))
                ]))
    }
}

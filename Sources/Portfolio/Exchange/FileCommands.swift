import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `export`: writes all issues to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text("The file to write. Its ending, .json, .csv, .md or .txt (todo.txt), selects the format."),
        question: text("Which file"))

    static let format = ExportTarget.formatOption(IssueFormat.endings)

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Exports all issues to a file."),
        discussion: [
            text(
                "JSON, CSV and Markdown keep everything. todo.txt can't store contents, notes, dependencies, times of day, or tags without issues."
            )
        ],
        parameters: [file.declaration, format.declaration, ExportTarget.overwrite.declaration],
        examples: [.verbatim("export issues.json"), .verbatim("export todo.txt --overwrite")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format], known: IssueFormat.endings,
            invocation)
        guard let target, let format = IssueFormat(rawValue: target.format) else { return .nothingWritten }
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let collator = session.collator
        let entries = try session.context.fetch(descriptor).map { IssueEntry($0, collator) }
        let unused = try session.context.fetch(
            FetchDescriptor<Tag>(predicate: #Predicate { $0.issues.isEmpty }))
        let bytes = format.bytes(
            entries, tags: collator.sorted(unused.map(\.name)),
            views: try session.viewEntries(),
            timeZone: session.environment.timeZone)
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

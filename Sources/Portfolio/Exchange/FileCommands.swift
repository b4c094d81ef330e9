import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `export`: writes all issues, or those that meet conditions, to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text(
            "The file to write. Its ending, .json, .csv, .md, .txt (todo.txt) or .ics (calendar), selects the format."
        ),
        question: text("Which file"))

    static let conditions = Parameter.rest(
        "condition", .condition(source: IssueCompletions.terms).keepingQuotes,
        help: text("Conditions such as #work or priority:high: export only the issues that meet them.")
    ).takingHyphens

    /// The endings of files that can be written.
    private static let endings = IssueFormat.endings + [".\(ForeignExport.calendar.rawValue)"]
    static let format = ExportTarget.formatOption(
        endings + [".\(ForeignExport.taskwarrior.rawValue)"],
        names: [IssueFormat.todo.rawValue: "todo", IssueFormat.markdown.rawValue: "markdown"])

    let declaration = CommandDeclaration(
        "export", group: .files,
        summary: text("Exports all issues, or those that meet conditions, to a file."),
        discussion: [
            text(
                "JSON, CSV and Markdown keep everything. todo.txt can't store contents, notes, dependencies, times of day, or tags without issues."
            ),
            text(
                "“--as taskwarrior” writes tasks that “task import” reads. A calendar has to-dos, without recurrence."
            ),
        ],
        parameters: [
            file.declaration, conditions.declaration, format.declaration, ExportTarget.overwrite.declaration,
        ],
        examples: [
            .verbatim("export issues.json"), .verbatim("export todo.txt --overwrite"),
            .verbatim("export tasks.json --as taskwarrior"), .verbatim("export high.json priority:high"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format], known: Self.endings, invocation)
        guard let target else { return .nothingWritten }
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let collator = session.collator
        let condition = try session.condition(invocation[Self.conditions], session.conditions)
        let (stored, rest) = condition.parts
        if !stored.isEmpty { descriptor.predicate = .all(stored) }
        let entries = try session.fetchReadable(descriptor)
            .filter { issue in try rest.allSatisfy { try $0.holds(for: issue) } }
            .map { IssueEntry($0, collator) }
        let zone = session.environment.timeZone
        let bytes: [UInt8]
        if let format = IssueFormat(rawValue: target.format) {
            let unused =
                try condition.isEmpty
                ? session.fetchReadable(FetchDescriptor<Tag>(predicate: #Predicate { $0.issues.isEmpty }))
                : []
            bytes = format.bytes(
                entries, tags: collator.sorted(unused.map(\.name)),
                views: condition.isEmpty ? try session.viewEntries() : [], timeZone: zone)
        } else if let format = ForeignExport(rawValue: target.format) {
            bytes = format.bytes(entries, timeZone: zone, now: session.now)
        } else {
            return .nothingWritten
        }
        return try session.write(
            bytes, to: target,
            Output(
                text("Wrote %1$lld issues to “%2$@”.", entries.count, path),
                fields: [
                    .init("issues", text("Issues"), .number(entries.count)),
                    .init("path", text("File"), .text(path)),
                ]))
    }
}

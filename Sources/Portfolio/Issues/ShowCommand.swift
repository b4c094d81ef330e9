import Localization
import ModelData
import ProgramKit
import Shell

/// `show`: shows all fields of an issue.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", aliases: ["info"], group: .looking, summary: text("Shows all fields of an issue."),
        parameters: [IssueArguments.issue.declaration],
        examples: [.verbatim(lines: "open 12", "show"), .verbatim("show 12")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        try session.shown(try session.issue(try invocation[IssueArguments.issue]))
    }
}

extension PortfolioSession {
    /// Returns all fields and the notes of an issue, and the tags that it doesn't have.
    func shown(_ issue: Issue) throws -> Output {
        let own = Set(issue.tags.map(\.persistentModelID))
        let missing = try context.fetch(FetchDescriptor<Tag>()).filter { !own.contains($0.persistentModelID) }
        let names = collator.sorted(missing.map(\.name))
        let others = Record.Field(
            "otherTags", text("Other tags"),
            Cell(.list(names.map { .string($0) }), .verbatim(names.joined(separator: ", "))))
        func record(_ record: Record, hasOthers: Bool) -> Block {
            var fields = record.fields
            let place = fields.firstIndex { $0.key == "tags" }.map { $0 + 1 } ?? fields.endIndex
            if hasOthers { fields.insert(others, at: place) }
            return .record(Record(fields: fields))
        }
        var blocks = [record(Issue.fields.shown(issue, fieldContext), hasOthers: !names.isEmpty)]
        if !issue.notes.isEmpty { blocks.append(.table(notes(of: issue))) }
        return Output(blocks, data: [record(Issue.fields.data(issue, fieldContext), hasOthers: true)])
    }

    /// Returns the notes in the order in which they were written.
    private func notes(of issue: Issue) -> Table {
        let timeZone = environment.timeZone
        return Table(
            "notes",
            columns: [
                .init("written", text("Written"), priority: 5),
                .init("text", text("Note"), priority: 4, wraps: true),
            ],
            rows: issue.notesInOrder.map { note in
                [
                    Cell(.string(ISOTime.string(note.written)), .instant(note.written, timeZone)),
                    .text(note.text),
                ]
            })
    }
}

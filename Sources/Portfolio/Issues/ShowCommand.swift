import Localization
import ModelData
import ProgramKit
import Shell

/// `show`: shows all fields of an issue.
struct ShowCommand: Command {
    static let urgency = Parameter.flag("urgency", help: text("Explain the issue's urgency instead."))

    let declaration = CommandDeclaration(
        "show", aliases: ["info"], group: .looking, summary: text("Shows all fields of an issue."),
        parameters: [IssueArguments.issue.declaration, urgency.declaration],
        examples: [.verbatim(lines: "open 12", "show"), .verbatim("show 12"), .verbatim("show 12 --urgency")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.issue(try invocation[IssueArguments.issue])
        return try invocation[Self.urgency] ? session.explainedUrgency(issue) : session.shown(issue)
    }
}

extension PortfolioSession {
    /// Returns the terms of an issue's urgency, and their sum.
    func explainedUrgency(_ issue: Issue) throws -> Output {
        guard issue.isOpen else { throw IssueError.closed(title: issue.title) }
        var relations = try IssueRelations(of: [issue], in: self)
        try relations.readBlocking([issue], in: self)
        let urgency = relations.urgency(of: issue, preferences[TagWeight.setting], fieldContext)
        let total = Cell.urgency(urgency.total, localizer)
        return Output([
            .heading(.verbatim(issue.title)),
            .table(
                Table(
                    "urgency",
                    columns: [
                        .init("term", text("Reason"), priority: 5),
                        .init("value", text("Urgency"), alignsRight: true, priority: 7),
                    ],
                    rows: urgency.terms.map {
                        [Cell(.string($0.term.key), .text($0.term.name)), .urgency($0.value, localizer)]
                    } + [[Cell(.string("total"), .text(text("total"))), total]])),
        ])
    }

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
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("written", text("Written"), priority: 5),
                .init("text", text("Note"), priority: 4, wraps: true),
            ],
            rows: issue.notesInOrder.enumerated().map { index, note in
                [
                    .identifier(index + 1),
                    Cell(.string(ISOTime.string(note.written)), .instant(note.written, timeZone)),
                    .text(note.text),
                ]
            })
    }
}

/// `open`: opens an issue, so that other commands use it by default.
struct OpenCommand: Command {
    static let issue = Parameter.required(
        "issue", .issue, help: text("The issue's number, or a part of its title."),
        question: text("Which issue"))

    let declaration = CommandDeclaration(
        "open", group: .looking, summary: text("Opens an issue. Other commands then use it by default."),
        discussion: [text("“back” leaves the issue.")],
        parameters: [issue.declaration], examples: [.verbatim("open 12"), .verbatim("open login")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.record(try invocation[Self.issue], in: Issue.self)
        try session.open(issue)
        return try session.shown(issue)
    }
}

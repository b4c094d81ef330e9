import Localization
import ProgramKit
import Shell

/// `note delete`: deletes a note of an issue.
struct DeleteNoteCommand: Command {
    static let note = Parameter.required(
        "note", .integer(in: 1...1_000_000), placeholder: text("NOTE"),
        help: text("The number of the note, as “show” lists it."), question: text("Which note"))

    let declaration = CommandDeclaration(
        "note delete", aliases: ["note remove", "note rm"], group: .changes,
        summary: text("Deletes a note of an issue after confirmation."),
        discussion: [text("A note that begins with “delete” is written in quotation marks.")],
        parameters: [note.declaration, IssueArguments.issue.declaration],
        examples: [.verbatim(lines: "open 12", "note delete 1"), .verbatim("note delete 1 12 --yes")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let number = try invocation[Self.note]
        let issue = try session.issue(try invocation[IssueArguments.issue])
        let notes = issue.notesInOrder
        guard notes.indices.contains(number - 1) else {
            throw IssueError.noSuchNote(number, title: issue.title)
        }
        let note = notes[number - 1]
        let question = text("Delete the note “%1$@” of “%2$@”?", note.text, issue.title)
        guard try await session.interaction.confirm(question, for: invocation) else { throw BulkEnd.declined }
        issue.notes.removeAll { $0 === note }
        session.context.delete(note)
        issue.touch(session.now)
        return Output(
            [.message(text("Deleted a note of “%@”.", issue.title))],
            data: [.record(Issue.fields.data(issue, session.fieldContext))])
    }
}

/// `note`: adds a note to an issue.
struct NoteCommand: Command {
    static let words = Parameter.words(
        "text", ValueType<String>.nonBlank.completed(from: IssueCompletions.issues), minimum: 1,
        placeholder: text("[ISSUE] TEXT"),
        help: text(
            "The note. If no issue is open, or for another issue, its number comes first, such as #12."),
        question: text("Note"))

    let declaration = CommandDeclaration(
        "note", aliases: ["annotate"], group: .changes,
        summary: text("Adds a note to an issue, with the time."), discussion: [IssueArguments.textRule],
        parameters: [words.declaration, IssueArguments.issueOption.declaration],
        examples: [text("note 12 Called the printer."), text("open 12\nnote Called the printer.")],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let (issue, words) = try session.issueAndText(try invocation[Self.words], invocation)
        let written = try CheckedText.content(words.joined(separator: " ").trimmingWhitespace())
        if written.isEmpty { throw IssueError.blankNote }
        let note = Note(text: written, written: session.now)
        session.context.insert(note)
        note.issue = issue
        issue.touch(session.now)
        return Output(
            [.message(text("Added a note to “%@”.", issue.title))],
            data: [.record(Issue.fields.data(issue, session.fieldContext))])
    }
}

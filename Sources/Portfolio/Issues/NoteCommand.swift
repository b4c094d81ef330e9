import Localization
import Shell
import Suite

/// `note`: adds a note to an issue.
struct NoteCommand: Command {
    static let words = Parameter.words(
        "text", ValueType<String>.nonBlank.completed(from: IssueCompletions.issues), minimum: 1,
        placeholder: text("[ISSUE] TEXT"),
        help: text(
            "The issue's number and the note. Without a number, the note belongs to the opened issue."),
        question: text("Note"))

    let declaration = CommandDeclaration(
        "note", aliases: ["annotate"], group: .changes,
        summary: text("Adds a note to an issue, with the time."),
        discussion: [text("If no issue is open, the first word may also be a part of the issue's title.")],
        parameters: [words.declaration],
        examples: [text("note 12 Called the printer."), text("open 12\nnote Called the printer.")],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var words = try invocation[Self.words]
        let first = try RecordReference(words[0])
        let issue: Issue
        if case .title = first, let open = try session.openIssue {
            issue = open
        } else {
            issue = try session.record(first, in: Issue.self)
            words.removeFirst()
        }
        let written = try CheckedText.content(words.joined(separator: " ").trimmingSpaces)
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

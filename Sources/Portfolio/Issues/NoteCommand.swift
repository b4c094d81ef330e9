import Localization
import ProgramKit
import Shell

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
        summary: text("Adds a note to an issue, with the time."),
        discussion: [IssueArguments.textRule],
        parameters: [words.declaration, IssueArguments.issueOption.declaration],
        examples: [text("note 12 Called the printer."), text("open 12\nnote Called the printer.")],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let (issue, words) = try session.issueAndText(try invocation[Self.words], invocation)
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

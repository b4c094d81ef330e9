import Localization
import Shell

/// An error in a command for issues.
enum IssueError: PresentableError, Hashable {
    /// Without a terminal, the user can't type a content.
    case typingNeedsTerminal
    /// Without a terminal, the user can't write a content in an editor.
    case cannotEdit
    /// An issue can't wait for itself.
    case blocksItself(title: String)
    /// A dependency would close a cycle: the titles from the blocking issue back to the blocked one.
    case cycle(title: String, blocker: String, path: [String])
    /// The note has no text.
    case blankNote
    /// The issue has no note with the number.
    case noSuchNote(Int, title: String)
    /// An issue without a due day can't be due at a time of day.
    case timeWithoutDay(title: String)
    /// Nobody works on a closed issue.
    case closed(title: String)

    var problem: LocalizedText {
        switch self {
        case .cannotEdit: UsageError.cannotEdit.problem
        case .blocksItself(let title): text("“%@” can't wait for itself.", title)
        case .cycle(let title, let blocker, _):
            text("“%1$@” can't be blocked by “%2$@”: “%2$@” already waits for it.", title, blocker)
        case .blankNote: text("The note has no text.")
        case .noSuchNote(let number, let title):
            text("“%1$@” has no note number %2$@.", title, String(number))
        case .timeWithoutDay(let title): text("“%@” has no due day, so it can't have a time of day.", title)
        case .closed(let title): text("“%@” is closed.", title)
        case .typingNeedsTerminal: text("Typing a text line by line needs a terminal.")
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .typingNeedsTerminal, .cannotEdit: text("Use --text or --file instead.")
        case .blocksItself: text("Name another issue after “by”.")
        case .cycle(_, _, let path):
            text(
                "Remove one of these dependencies first with “unblock”: %@.",
                TextArgument.list(
                    zip(path, path.dropFirst()).map { blocked, blocker in
                        TextArgument.text(text("“%1$@” waits for “%2$@”", blocked, blocker))
                    }))
        case .noSuchNote: text("“show” lists the notes with their numbers.")
        case .timeWithoutDay: text("Write the day, too: due:friday at:14:00.")
        case .closed: text("“reopen” opens it again.")
        case .blankNote: text("Write the text after the issue's number: note #12 Called the printer.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .typingNeedsTerminal, .cannotEdit, .blankNote: .usage
        default: .failed
        }
    }
}

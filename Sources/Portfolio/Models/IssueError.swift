import Localization
import Shell

/// An error in a command for issues.
enum IssueError: PresentableError, Hashable {
    /// Another process deleted the issue while it was open or being edited.
    case deletedMeanwhile(title: String)
    /// A command would delete data, but without a terminal it can't ask for confirmation.
    case needsConfirmation(command: String)
    /// Without a terminal, the user can't type a content.
    case typingNeedsTerminal
    /// Without a terminal, the user can't write a content in an editor.
    case cannotEdit

    var problem: LocalizedText {
        switch self {
        case .deletedMeanwhile(let title):
            text("“%@” can't be changed: another process deleted it in the meantime.", title)
        case .needsConfirmation(let command):
            text("“%@” needs a confirmation, and there is no terminal to ask at.", command)
        case .cannotEdit: UsageError.cannotEdit.problem
        case .typingNeedsTerminal: text("Typing a text line by line needs a terminal.")
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .deletedMeanwhile:
            text("Use “undo” in the program that deleted it, or create another issue with “new”.")
        case .needsConfirmation: text("Add --yes to delete without confirmation.")
        case .typingNeedsTerminal, .cannotEdit: text("Use --text or --file instead.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .needsConfirmation, .typingNeedsTerminal, .cannotEdit: .usage
        default: .failed
        }
    }
}

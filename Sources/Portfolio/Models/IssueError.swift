import Localization
import Shell

/// What an issue tracker refuses.
enum IssueError: PresentableError, Hashable {
    /// The issue was deleted by another process while it was open or being edited.
    case deletedMeanwhile(title: String)
    /// A command would delete and nobody is there to confirm it.
    case needsConfirmation(command: String)
    /// A content is to be written, and nobody is there to type it.
    case nobodyToType
    /// A content is to be written in an editor, and nobody is there to use it.
    case nobodyToEdit

    var problem: LocalizedText {
        switch self {
        case .deletedMeanwhile(let title):
            text("“%@” was deleted by another process meanwhile, so it can't be changed.", title)
        case .needsConfirmation(let command):
            text("“%@” asks before it deletes, and nobody is here to answer.", command)
        case .nobodyToEdit: UsageError.nobodyToEdit.problem
        case .nobodyToType: text("A text is only typed line by line at a terminal.")
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .deletedMeanwhile: text("“undo” where it was deleted brings it back; “new” makes another one.")
        case .needsConfirmation: text("Add --yes to delete without being asked.")
        case .nobodyToType, .nobodyToEdit: text("Give it with --text or --file.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .needsConfirmation, .nobodyToType, .nobodyToEdit: .usage
        default: .failed
        }
    }
}

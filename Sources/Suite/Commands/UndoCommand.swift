import Localization
import ModelData
import Shell
import Sync

/// `undo`: takes back the last change, and says what it was.
public struct UndoCommand<Session: StoreSession>: Command {
    /// How it is called.
    public let declaration = CommandDeclaration(
        "undo", group: .changes, summary: text("Takes back the last change."),
        discussion: [
            text("Every command that changes data is one step. “redo” brings back what was undone.")
        ],
        examples: ["undo"], changesData: true)

    /// Makes the command.
    public init() {}

    /// Undoes the last step.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let work = LongWork(session)
        defer { work.end() }
        // A store that can only be read says so itself.
        let undone: HistoryTransactionSummary?
        do {
            undone = try SyncTracking.undoing(session.context, models: session.synchronizing) {
                try session.context.undoLastTransaction { done, total in
                    work.show(text("Undoing: %@ %%", String(done * 100 / max(total, 1))))
                    try Task.checkCancellation()
                }
            }
        } catch let error as ModelDataError {
            guard let conflict = UndoConflict(.undo, error, in: session) else { throw error }
            throw conflict
        }
        guard let undone else { throw UndoError.nothingToUndo }
        return .message(undone.note.map { text("Undone: %@", CommandLabel.text($0)) } ?? text("Undone."))
    }
}

/// `redo`: brings back what was undone last.
public struct RedoCommand<Session: StoreSession>: Command {
    /// How it is called.
    public let declaration = CommandDeclaration(
        "redo", group: .changes, summary: text("Brings back what was undone last."),
        examples: ["redo"], changesData: true)

    /// Makes the command.
    public init() {}

    /// Redoes the step that was undone last.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let work = LongWork(session)
        defer { work.end() }
        let redone: HistoryTransactionSummary?
        do {
            redone = try SyncTracking.redoing(session.context, models: session.synchronizing) {
                try session.context.redoLastTransaction { done, total in
                    work.show(text("Redoing: %@ %%", String(done * 100 / max(total, 1))))
                    try Task.checkCancellation()
                }
            }
        } catch let error as ModelDataError {
            guard let conflict = UndoConflict(.redo, error, in: session) else { throw error }
            throw conflict
        }
        guard let redone else { throw UndoError.nothingToRedo }
        return .message(redone.note.map { text("Redone: %@", CommandLabel.text($0)) } ?? text("Redone."))
    }
}

/// Nothing is left to undo or redo.
enum UndoError: PresentableError {
    case nothingToUndo
    case nothingToRedo

    var problem: LocalizedText {
        switch self {
        case .nothingToUndo: text("There is nothing to undo.")
        case .nothingToRedo: text("There is nothing to redo.")
        }
    }
}

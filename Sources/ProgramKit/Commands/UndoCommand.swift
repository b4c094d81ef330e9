import Localization
import ModelData
import Shell

/// `undo`: reverts the latest change and shows its label.
public struct UndoCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "undo", group: .changes, summary: text("Undoes the last change."),
        discussion: [
            text("Every command that changes data is one step. “redo” redoes an undone step.")
        ],
        examples: [.verbatim("undo")], changesData: true)

    /// Makes the command.
    public init() {}

    /// Undoes the latest step.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let work = ProgressReporter(session)
        defer { work.end() }
        let undone: HistoryTransactionSummary?
        do {
            undone = try await session.services.undo.undo { done, total in
                work.show(text("Undoing: %@ %%", String(done * 100 / max(total, 1))))
                try Task.checkCancellation()
            }
        } catch let error as ModelDataError {
            guard let conflict = UndoConflict(.undo, error, in: session) else { throw error }
            throw conflict
        }
        guard let undone else { throw UndoError.nothingToUndo }
        var blocks: [Block] = [
            .message(undone.note.map { text("Undone: %@", CommandLabel.text($0)) } ?? text("Undone."))
        ]
        // At a prompt, the latest change may be one that the user made elsewhere and doesn't mean. A call of the program
        // that has no prompt makes no other change, and has the standard input for its command.
        if invocation.isForUser, session.interaction.isInteractive,
            session.services.store.session.standardInput == nil,
            try !session.context.hasSaved(transaction: undone.id)
        {
            let time = session.localizer.instant(undone.date, timeZone: session.environment.timeZone)
            blocks.append(
                .message(
                    text(
                        "This change was not made in this session, but on %@. “redo” brings it back.",
                        time)))
        }
        return Output(blocks)
    }
}

/// `redo`: restores the latest undone change.
public struct RedoCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "redo", group: .changes, summary: text("Redoes the change that was undone last."),
        examples: [.verbatim("redo")], changesData: true)

    /// Makes the command.
    public init() {}

    /// Redoes the latest undone step.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let work = ProgressReporter(session)
        defer { work.end() }
        let redone: HistoryTransactionSummary?
        do {
            redone = try await session.services.undo.redo { done, total in
                work.show(text("Redoing: %@ %%", String(done * 100 / max(total, 1))))
                try Task.checkCancellation()
            }
        } catch let error as ModelDataError {
            guard let conflict = UndoConflict(.redo, error, in: session) else { throw error }
            throw conflict
        }
        guard let redone else { throw UndoError.nothingToRedo }
        return .message(redone.note.map { text("Redone: %@", CommandLabel.text($0)) } ?? text("Redone."))
    }
}

/// There is no step to undo or redo.
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

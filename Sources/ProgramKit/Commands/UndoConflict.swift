import Localization
import ModelData
import Shell

/// The error of a step that can't be undone or redone because a record that it changed was changed again or
/// deleted.
struct UndoConflict: PresentableError {
    private let direction: UndoDirection
    private let step: LocalizedText
    let remedy: LocalizedText?

    /// Makes the error with the step's label and the conflicting record; `nil` if the error isn't an undo
    /// conflict.
    ///
    /// - Parameters:
    ///   - direction: Whether the command was `undo` or `redo`.
    ///   - error: The error of undoing or redoing the step.
    ///   - session: The session with the store.
    @MainActor
    init?(_ direction: UndoDirection, _ error: ModelDataError, in session: any StoreSession) {
        switch error {
        case .undoConflict(let model, let record): remedy = Self.obstacle(model, record, in: session)
        case .relatedRecordGone(let model, _, let record):
            remedy = text(
                "%1$@ number %2$@ would refer to a deleted entry. If you still need the change, make it by hand.",
                session.modelNames.model(model), String(record))
        default: return nil
        }
        self.direction = direction
        let context = session.context
        let summary =
            switch direction {
            case .undo: try? context.undoableTransaction()
            case .redo: try? context.redoableTransaction()
            }
        step = summary?.note.map(CommandLabel.text) ?? text("A change")
    }

    /// Returns what is wrong with a record.
    @MainActor
    private static func obstacle(
        _ model: String, _ record: Int64, in session: any StoreSession
    ) -> LocalizedText {
        let names = session.modelNames
        if let links = names.links(model) {
            return text(
                "The links “%@” have changed since then. If you still need the change, make it by hand.",
                links)
        }
        let type = session.services.store.models.first { Schema.entityName(for: $0) == model }
        let isGone = type.map { Self.isGone($0, record, session.context) } ?? false
        return isGone
            ? text("%1$@ number %2$@ no longer exists.", names.model(model), String(record))
            : text(
                "%1$@ number %2$@ was changed later. Edit it by hand.", names.model(model), String(record))
    }

    @MainActor
    private static func isGone<Model: PersistentModel>(
        _ type: Model.Type, _ record: Int64, _ context: ModelContext
    ) -> Bool {
        // If the record can't be read, it still exists, so it wasn't deleted.
        do { return try context.object(type, number: record) == nil } catch { return false }
    }

    var problem: LocalizedText {
        switch direction {
        case .undo: text("The latest step can't be undone any more: %@", step)
        case .redo: text("The step can't be redone any more: %@", step)
        }
    }
}

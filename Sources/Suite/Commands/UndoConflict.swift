import Localization
import ModelData
import Shell

/// A step can't be undone or redone, since a record that it is about isn't what it was, or isn't there any more.
struct UndoConflict: PresentableError {
    /// What was to be done with the step.
    enum Direction {
        case undo
        case redo
    }

    private let direction: Direction
    private let step: LocalizedText
    let remedy: LocalizedText?

    /// Looks up which step it is, and what stands in its way; `nil` where the error says nothing of that.
    ///
    /// - Parameters:
    ///   - direction: What was to be done with the step.
    ///   - error: Why it couldn't be done.
    ///   - session: The session whose store it is in.
    @MainActor
    init?(_ direction: Direction, _ error: ModelDataError, in session: StoreSession) {
        switch error {
        case .undoConflict(let model, let record): remedy = Self.obstacle(model, record, in: session)
        case .relatedRecordGone(let model, _, let record):
            remedy = text(
                "%1$@ number %2$@ would refer to an entry that is gone. Do by hand what is still wanted.",
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

    /// What is the matter with a record of a table.
    @MainActor
    private static func obstacle(
        _ model: String, _ record: Int64, in session: StoreSession
    ) -> LocalizedText {
        let names = session.modelNames
        if let links = names.links(model) {
            return text("The links “%@” are not as they were then. Do by hand what is still wanted.", links)
        }
        let type = session.models.first { Schema.entityName(for: $0) == model }
        let isGone = type.map { Self.isGone($0, record, session.context) } ?? false
        return isGone
            ? text("%1$@ number %2$@ isn't there any more.", names.model(model), String(record))
            : text(
                "%1$@ number %2$@ was changed since. Change it by hand.", names.model(model), String(record))
    }

    @MainActor
    private static func isGone<Model: PersistentModel>(
        _ type: Model.Type, _ record: Int64, _ context: ModelContext
    ) -> Bool {
        // What can't be read is there.
        do { return try context.object(type, number: record) == nil } catch { return false }
    }

    var problem: LocalizedText {
        switch direction {
        case .undo: text("The latest step can't be undone any more: %@", step)
        case .redo: text("The step can't be redone any more: %@", step)
        }
    }
}

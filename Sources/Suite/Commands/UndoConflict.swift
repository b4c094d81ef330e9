import Localization
import ModelData
import Shell

/// A step can't be undone or redone, since somebody else has changed or deleted one of its records.
struct UndoConflict: PresentableError {
    /// What was to be done with the step.
    enum Direction {
        case undo
        case redo
    }

    private let direction: Direction
    private let step: LocalizedText
    private let record: TextArgument
    private let number: String
    private let isGone: Bool

    /// Looks up which step it is, and whether the record is there still.
    ///
    /// - Parameters:
    ///   - direction: What was to be done with the step.
    ///   - model: The record's model, as the store calls it.
    ///   - record: The record's number.
    ///   - session: The session whose store it is in.
    @MainActor
    init(_ direction: Direction, model: String, record: Int64, in session: StoreSession) {
        self.direction = direction
        let context = session.context
        let summary =
            switch direction {
            case .undo: try? context.undoableTransaction()
            case .redo: try? context.redoableTransaction()
            }
        let note = summary?.note
        step = note.map(CommandLabel.text) ?? text("A change")
        self.record = session.modelNames.model(model)
        number = String(record)
        let type = session.synchronizing.first { Schema.entityName(for: $0) == model }
        isGone = type.map { Self.isGone($0, record, session.context) } ?? false
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

    var remedy: LocalizedText? {
        isGone
            ? text("%1$@ number %2$@ was deleted since.", record, number)
            : text("%1$@ number %2$@ was changed since. Change it by hand.", record, number)
    }
}

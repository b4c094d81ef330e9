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
        let undone = try await session.reverse(.undo)
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
        return try .reversal(of: undone, blocks, invocation, in: session)
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
        let redone = try await session.reverse(.redo)
        let message = redone.note.map { text("Redone: %@", CommandLabel.text($0)) } ?? text("Redone.")
        return try .reversal(of: redone, [.message(message)], invocation, in: session)
    }
}

extension StoreSession {
    /// Undoes the latest step, or redoes the latest undone one.
    ///
    /// - Throws: ``UndoError`` if there is none, ``UndoConflict``, and `CancellationError` if the user cancels.
    fileprivate func reverse(_ direction: UndoDirection) async throws -> HistoryTransactionSummary {
        let work = ProgressReporter(self)
        defer { work.end() }
        let step: HistoryTransactionSummary?
        do {
            step = try await services.undo.reverse(direction) { done, total in
                let percent = String(done * 100 / max(total, 1))
                work.show(
                    direction == .undo
                        ? text("Undoing: %@ %%", percent) : text("Redoing: %@ %%", percent))
                try Task.checkCancellation()
            }
        } catch let error as ModelDataError {
            guard let conflict = UndoConflict(direction, error, in: self) else { throw error }
            throw conflict
        }
        guard let step else {
            throw direction == .undo ? UndoError.nothingToUndo : UndoError.nothingToRedo
        }
        return step
    }
}

extension Output {
    /// The output of a command that undid or redid a step. Its data name the step and the records that changed.
    @MainActor
    fileprivate static func reversal(
        of step: HistoryTransactionSummary, _ blocks: [Block], _ invocation: Invocation,
        in session: some StoreSession
    ) throws -> Output {
        guard invocation.isForData else { return Output(blocks) }
        let note = step.note.map {
            Localizer(.english).string(session.services.undo.label(CommandLabel.text($0), .english))
        }
        let id = step.id
        let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.transactionIdentifier == id })
        let changes = try session.context.fetchHistory(descriptor).first?.changes ?? []
        var seen: Set<PersistentIdentifier> = []
        let records = changes.map(\.changedPersistentIdentifier).filter { seen.insert($0).inserted }
        let rows = records.map { record -> [Cell] in
            let model = session.context.existingModel(for: record) as? any TitledModel
            return [
                .text(record.entityName), .number(record.recordNumber.map { Int($0) }),
                .text(model?.recordTitle),
            ]
        }
        let columns = [
            Table.Column("model", text("Kind")), .init("number", text("Number")),
            .init("title", text("Title")),
        ]
        return Output(
            blocks,
            data: [
                .record(Record(fields: [.init("step", text("Step"), .text(note))])),
                .table(Table("changed", columns: columns, rows: rows)),
            ])
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

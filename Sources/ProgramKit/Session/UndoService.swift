import Foundation
import Localization
import ModelData
import Sync

/// The history of a store: undo, redo, and the labels of steps.
@MainActor
public final class UndoService {
    private let store: StoreService
    /// Returns a step's label as the history shows it in a language.
    let label: (LocalizedText, Language) -> LocalizedText
    /// The number of history steps that changed only in-memory models.
    private var memoryFillCount = 0

    /// Makes the history of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - label: Returns a step's label as the history shows it in a language. Default: the label itself. A
    ///     program needs another one if its labels contain names that differ by language and aren't in a
    ///     string table.
    public init(
        _ store: StoreService,
        label: @escaping (LocalizedText, Language) -> LocalizedText = { label, _ in label }
    ) {
        self.store = store
        self.label = label
    }

    private var context: ModelContext { store.context }

    /// Undoes the latest step, or redoes the latest undone one; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - direction: Whether a step is undone or redone.
    ///   - progress: Called with the number of changes done and of all.
    /// - Throws: `ModelDataError`, the errors of `progress`.
    func reverse(
        _ direction: UndoDirection, _ progress: @escaping (_ done: Int, _ total: Int) throws -> Void
    ) async throws -> HistoryTransactionSummary? {
        try await context.whenUnlocked {
            switch direction {
            case .undo:
                return try SyncTracking.undoing(context, models: store.synchronizing) {
                    try context.undoLastTransaction(progress: progress)
                }
            case .redo:
                return try SyncTracking.redoing(context, models: store.synchronizing) {
                    try context.redoLastTransaction(progress: progress)
                }
            }
        }
    }

    /// Returns the latest steps of the history, the newest first, without in-memory changes.
    func summaries(limit: Int) throws -> [HistoryTransactionSummary] {
        let steps = try context.historySummaries(limit: limit + memoryFillCount)
        return Array(steps.filter { $0.author != Self.memoryFillAuthor }.prefix(limit))
    }

    /// Returns the number of steps in the history, without in-memory changes.
    func count() throws -> Int { try context.historyCount(leavingOut: Self.memoryFillAuthor) }

    /// Changes objects of the models that are stored only in memory. `undo` doesn't affect these changes, and
    /// the history doesn't show them.
    ///
    /// ```swift
    /// try session.services.undo.fillMemory { context in
    ///     for title in ["Solaris", "Eden"] { context.insert(Book(title: title)) }
    /// }
    /// ```
    ///
    /// - Parameter body: Inserts and deletes objects of the in-memory models. If it throws, its changes are
    ///   rolled back.
    /// - Throws: The errors of `body`, and `ModelDataError` from saving.
    public func fillMemory(_ body: (ModelContext) throws -> Void) throws {
        let author = context.author
        context.author = Self.memoryFillAuthor
        defer { context.author = author }
        do {
            try body(context)
            try context.save()
            memoryFillCount += 1
        } catch {
            context.rollback()
            throw error
        }
    }

    /// The author of in-memory changes in the history, which distinguishes them from the user's changes.
    private static var memoryFillAuthor: String { "built in" }
}

/// Whether a step of the history is undone or redone.
enum UndoDirection {
    case undo
    case redo
}

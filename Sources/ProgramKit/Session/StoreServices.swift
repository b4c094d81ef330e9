import Localization
import ModelData
import Shell

/// The services of a session: the parts of which a program composes its ``StoreSession``.
@MainActor
public struct StoreServices {
    /// The store and its model context.
    public let store: StoreService
    /// Undo, redo and the history.
    public let undo: UndoService
    /// The open items that the prompt shows.
    public let places: OpenItems
    /// The synchronization with other devices.
    public let sync: StoreSyncService
    /// The texts of the store that complete arguments.
    let completion: CompletionService

    /// Composes the services of a store.
    ///
    /// - Parameters:
    ///   - store: The open store.
    ///   - undo: The history, if the program shows its labels in another way. Default: the labels as they are.
    ///   - places: The open items, if the program has any. Default: beside the program's name.
    public init(_ store: StoreService, undo: UndoService? = nil, places: OpenItems? = nil) {
        self.store = store
        self.undo = undo ?? UndoService(store)
        self.places = places ?? OpenItems(store)
        sync = StoreSyncService(store)
        completion = CompletionService(store)
        store.didMerge = { [weak completion, weak places = self.places] in
            completion?.empty()
            places?.leaveDeletedElsewhere()
        }
        self.places.notices += store.openingNotices
    }

    /// Runs a command and saves its changes: the only place that saves what a command changed.
    ///
    /// - Parameters:
    ///   - intent: The intent of the command.
    ///   - body: Runs the command.
    /// - Throws: The errors of `body` and of saving. Nothing is saved then.
    public func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        try await LockWait.$handler.withValue(StoreOpener.notice(store.session.interaction)) {
            try store.willRun(intent)
            defer { store.context.unpinGeneration() }
            let items = places.items
            if intent.changes { completion.empty() }
            do {
                var command = try await body()
                var changes: ChangedRows?
                if intent.changes, intent.scope == .data, let format = intent.dataFormat {
                    command = command.withData
                    changes = try ChangedRows(command, store.context, tellsBefore: format == .json)
                }
                let warnings = try await store.save(command, intent)
                var output = try command.saved()
                if let changes { output = try changes.told(in: output.withData) }
                output.blocks = places.takeNotices().map { .warning($0) } + output.blocks + warnings
                if intent.changes { output.blocks += places.leaveDeleted().map { .message($0) } }
                return output
            } catch {
                store.context.rollback()
                places.items = items
                throw error
            }
        }
    }

    /// Returns the notices to show before the next prompt.
    public func notices() -> [LocalizedText] {
        // If the store can't be read, the next command reports it.
        try? store.mergeExternalChanges()
        let notices = sync.notices() + places.takeNotices()
        guard store.takeHasExternalChanges() else { return notices }
        // The background synchronizer writes through its own connection. Don't report its changes as those of
        // another process.
        if sync.takeHasWritten() { return notices }
        return [text("Another process has changed the data.")] + notices
    }
}

import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance
import Sync
import Synchronization

/// The store of a session: opens it, saves to it, notices changes from outside, and closes it.
@MainActor
public final class StoreService {
    /// The settings, options and environment of the session.
    public let session: SessionContext
    /// The location of the store.
    public let location: StoreLocation
    /// The model context of the store.
    public let context: ModelContext
    /// The models in the store.
    let models: [any PersistentModel.Type]
    /// The synchronized models, in the order in which their records are sent.
    let synchronizing: [any Synchronizable.Type]
    /// The names of the models and their properties in the user's language.
    let names: ModelNames
    /// The notices about opening the store, such as that it is new.
    let openingNotices: [LocalizedText]
    /// Called after changes that other processes saved were merged.
    var didMerge: @MainActor () -> Void = {}

    /// The reason why the store can only be read, such as a read-only file, directory or disk; `nil` if the
    /// store can be written.
    private let readOnlyReason: ModelDataError?
    /// Whether the session has ended because the store was replaced. Also `true` if the session serves a
    /// single command without a container for the store.
    private var hasEnded = false
    /// The identity of the store's files when it was opened; `nil` in memory.
    private var file: StoreFileIdentity?
    /// Whether a command has changed data.
    private var hasSaved = false
    /// Copies the store's log into the store's file while the shell waits for input.
    private let logCopier = LogCopier()
    /// The records that lists of the current command left out because they can't be read.
    private var unreadable: [ModelDataError] = []
    /// Whether another process has changed the store since the user was last notified.
    private var hasExternalChanges = false

    /// Opens the store of a program, and creates it if it doesn't exist. Waits while another process has locked
    /// the store.
    ///
    /// - Parameters:
    ///   - session: The settings, options and environment of the session, and the intent of its first command.
    ///   - models: The models in the store. Undo, redo and the history cover these models.
    ///   - memoryModels: Models whose objects the same container stores only in memory. The program fills
    ///     them with built-in data in ``UndoService/fillMemory(_:)``. Default: none.
    ///   - synchronizing: The synchronized models, in the order in which their records are sent. Default:
    ///     none.
    ///   - names: The names of the models and their properties in the user's language. Default: none.
    ///   - readsWithoutStore: Whether reading commands run even if the store named by `--store` doesn't
    ///     exist. Default: `false`.
    /// - Throws: ``StoreLocationError``; `ModelDataError` if the store can't be opened; `CancellationError` if
    ///   the user cancels a wait for another process.
    public init(
        _ session: SessionContext, models: [any PersistentModel.Type],
        inMemory memoryModels: [any PersistentModel.Type] = [], synchronizing: [any Synchronizable.Type] = [],
        names: ModelNames = ModelNames(), readsWithoutStore: Bool = false
    ) async throws {
        self.session = session
        self.models = models
        self.synchronizing = synchronizing
        self.names = names
        let (intent, interaction) = (session.intent, session.interaction)
        location = try StoreLocation(
            programName: session.programName, options: session.options, environment: session.environment)
        let named = ExplicitStorePath(session, location)
        let isInMemoryOnly =
            readsWithoutStore && named.isMissing && !intent.changes && intent.isOnlyCommand
        // A command that doesn't use the data needs only an empty container in memory.
        hasEnded = location != .memory && (intent.scope != .data || isInMemoryOnly)
        if intent.scope == .data, let emptied = EmptiedStoreError(location) { throw emptied }
        switch intent.scope {
        case .data where !isInMemoryOnly:
            try named.check(mayBeCreated: intent.changes || readsWithoutStore)
        case .storeFiles where intent.changes: try named.check(mayBeCreated: true)
        default: break
        }
        let opened: (container: ModelContainer, readOnlyReason: ModelDataError?)
        do {
            opened = try await StoreOpener(
                models: models, memoryModels: memoryModels, location: hasEnded ? .memory : location
            ).open(interaction)
        } catch ModelDataError.notAStore(let path, let reason) {
            // Check again: opening may have waited for a restore by another process, and that restore may
            // have been interrupted.
            if let emptied = EmptiedStoreError(location) { throw emptied }
            throw ModelDataError.notAStore(path: path, reason: reason)
        }
        readOnlyReason = opened.readOnlyReason
        context = opened.container.mainContext
        context.lockTimeout = StoreOpener.blockingTime
        file =
            switch hasEnded ? .memory : location {
            case .memory: nil
            case .file(let path): StoreFileIdentity(path: path)
            }
        // Disable automatic saving, because all changes of a command are saved at once.
        context.autosaveEnabled = false
        context.author = session.programName
        var notices: [LocalizedText] = []
        if isInMemoryOnly || (named.isMissing && interaction.isInteractive) {
            notices += named.notices(isInMemoryOnly: isInMemoryOnly)
        }
        if let readOnlyReason, interaction.isInteractive {
            notices.append(StoreProblem(readOnlyReason).problem)
        }
        openingNotices = notices
        if readOnlyReason == nil {
            try await LockWait.$handler.withValue(StoreOpener.notice(interaction)) {
                // Usually, this only reads, so it doesn't need the lock.
                try await LockWait.whenUnlocked(timeout: StoreOpener.lockTimeout) {
                    try SyncTracking.prepare(context, models: synchronizing)
                }
            }
        }
    }

    /// Ends the session after this command, because the store was replaced.
    func end() { hasEnded = true }

    /// Whether the store can only be read.
    var isReadOnly: Bool { readOnlyReason != nil }

    /// Whether the session must be replaced. See ``StoreSession/isOver``.
    var isOver: Bool {
        if hasEnded { return true }
        guard let readOnlyReason, case .file(let path) = location else { return false }
        return StoreOpener.isWritableAgain(path, after: readOnlyReason)
    }

    /// Throws if the store can only be read.
    func requireWritable() throws {
        if let readOnlyReason { throw readOnlyReason }
    }

    /// Checks that the store's file still exists, and merges changes that other processes saved.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``, and `ModelDataError` if the store can't be
    ///   read.
    func refresh() throws {
        try checkFile()
        try mergeExternalChanges()
    }

    /// Throws if the store's file was deleted, moved or replaced since it was opened, because saved changes
    /// would be lost. If this session replaced the file, the function doesn't throw.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``.
    func checkFile() throws {
        if !hasEnded { try file?.check() }
    }

    /// Merges changes that other processes saved.
    func mergeExternalChanges() throws {
        guard try context.storeChangedElsewhere() else { return }
        hasExternalChanges = true
        didMerge()
    }

    /// Returns whether other processes changed the store since the last call.
    func takeHasExternalChanges() -> Bool {
        defer { hasExternalChanges = false }
        return hasExternalChanges
    }

    /// Copies the content of the log into the store's file, so that this file alone is complete.
    func copyLog() async {
        guard case .file(let path) = location, !hasEnded, !isReadOnly, StoreLog.hasPages(path) else { return }
        _ = try? await BackgroundWork.run { [logCopier] in logCopier.copy(path) }
    }

    /// Closes the store, so that it consists of a single file without a log. If closing fails, the next
    /// opening of the store does the rest.
    ///
    /// Also deletes the oldest part of the history if this session saved changes. The latest 1,000 steps and
    /// all steps of the last year are kept, as long as their old values take at most 64 MB. The latest 100
    /// steps are always kept.
    func close() {
        if hasSaved {
            _ = try? SyncTracking.pruneHistory(
                context, models: synchronizing, keeping: HistoryLimits(), now: session.environment.now())
        }
        logCopier.stop()
        try? context.container.close()
    }
}

// MARK: - Commands

extension StoreService {
    /// Prepares the store for a command.
    ///
    /// - Throws: `ModelDataError` if a changing command can't write the store, and the errors of ``refresh()``.
    func willRun(_ intent: Intent) throws {
        if intent.changes { try requireWritable() }
        try refresh()
        // Discard reading errors that the prompt or completion caused. This command must not report them.
        try? context.checkReads()
        unreadable = []
        // Pin the store's generation. If another process replaces the store's content from now on, the
        // command must fail, because the user has seen the old content.
        if session.interaction.isInteractive { try context.pinGeneration() }
    }

    /// Saves what a command changed, with the label of its output.
    ///
    /// - Returns: Blocks that follow the command's own output.
    /// - Throws: The errors of ``saveContext()``; ``StoreFileGoneError``, ``StoreLogGoneError``.
    func save(_ output: Output, _ intent: Intent) async throws -> [Block] {
        let changesData = intent.changes || context.hasChanges
        var blocks = try checkReads(changesData: changesData)
        // While the user was answering, the file may have disappeared, or its content may have been replaced.
        if changesData { try checkFile() }
        if changesData, !hasEnded { try context.checkGeneration() }
        if context.hasChanges {
            context.transactionNote = output.changeLabel.flatMap(CommandLabel.note)
            blocks += try await context.whenUnlocked { try saveContext() }
        }
        if changesData { try checkFile() }
        if intent.changes { hasSaved = true }
        return blocks
    }

    /// Fetches the objects that a descriptor describes. Records that can't be read are left out; the output of the
    /// command names them.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    func fetchReadable<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        do {
            return try context.fetch(descriptor)
        } catch ModelDataError.unreadableValue {
            let found = try context.fetchReadable(descriptor)
            unreadable += found.unreadable.filter { !unreadable.contains($0) }
            return found.models
        }
    }

    /// Returns warnings about the records that were left out, and forgets them.
    private func takeUnreadable() -> [Block] {
        defer { unreadable = [] }
        // Show only a few messages, because many unreadable records usually have one cause.
        let shown = 5
        let errors = unreadable.prefix(shown).compactMap { SuiteErrors.describe($0, names) }
        var warnings = errors.map { Block.warning($0.problem) }
        if unreadable.count > shown {
            warnings.append(.warning(text("%lld more records can't be read.", unreadable.count - shown)))
        }
        if let remedy = errors.first?.remedy { warnings.append(.warning(remedy)) }
        return warnings
    }

    /// Throws the error of a read that failed since the last check. Returns a warning instead if the command
    /// changes nothing and the error is an invalid value, as in a store that was edited by hand.
    func checkReads(changesData: Bool) throws -> [Block] {
        do {
            try context.checkReads()
            return takeUnreadable()
        } catch let error as ModelDataError {
            guard !changesData, case .unreadableValue = error,
                let described = SuiteErrors.describe(error, names)
            else { throw error }
            return takeUnreadable() + [.warning(described.problem)]
        }
    }
}

extension Output {
    /// The label for the history: the output's own label, or else its first message.
    fileprivate var changeLabel: LocalizedText? {
        if let label { return label }
        for case .message(let message) in blocks { return message }
        return nil
    }
}

/// The label of a command's changes, stored in the history so that `undo` can name them. The label is stored
/// as a string table key with arguments, so that a later process can show it in any language.
public enum CommandLabel {
    /// Encodes a label for the history; `nil` if it can't be encoded.
    public static func note(_ text: LocalizedText) -> String? {
        let encoder = JSONEncoder()
        // Sort the keys, so that every process encodes a label in the same way.
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(text) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Decodes a label from the history. Text in another format is returned verbatim.
    public static func text(_ note: String) -> LocalizedText {
        (try? JSONDecoder().decode(LocalizedText.self, from: Data(note.utf8))) ?? .verbatim(note)
    }
}

/// Copies the log of a session's store into the store's file, until the session closes the store.
///
/// The last connection that is closed deletes the log. So the session must not close the store, and end the
/// program, while the copier's connection is open.
final class LogCopier: Sendable {
    private let hasStopped = Mutex(false)

    /// Copies the log. Blocks its thread.
    ///
    /// - Parameter path: The path of the store's file.
    func copy(_ path: String) {
        hasStopped.withLock { hasStopped in
            if !hasStopped { StoreLog.copyIntoFile(path) }
        }
    }

    /// Waits for a copy that is being made, and makes no more. A copy takes some milliseconds.
    func stop() { hasStopped.withLock { $0 = true } }
}

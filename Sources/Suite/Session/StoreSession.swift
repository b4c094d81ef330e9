import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance
import Sync

/// A program's session with its store. Each command is one transaction and one undo step.
@MainActor
open class StoreSession: ShellSession {
    /// The program's name.
    public let programName: String
    /// The location of the store.
    public let location: StoreLocation
    /// The model context of the store.
    public let context: ModelContext
    /// The user's settings, including the language.
    public let preferences: Preferences
    /// Asks the user questions and shows progress.
    public let interaction: any Interaction
    /// The environment, the clock and the time zone.
    public let environment: ProcessEnvironment
    /// The standard input, for a command with an argument `-`; `nil` if the commands themselves come from
    /// standard input.
    public let standardInput: StandardInput?
    /// The reason why the store can only be read, such as a read-only file, directory or disk; `nil` if the
    /// store can be written.
    private let readOnlyReason: ModelDataError?
    /// The models in the store.
    let models: [any PersistentModel.Type]
    /// Whether the session has ended because the store was replaced. Also `true` if the session serves a
    /// single command without a container for the store.
    private var hasEnded = false
    /// The identity of the store's files when it was opened; `nil` in memory.
    private var file: StoreFileIdentity?
    /// The open items, and pending notices about them.
    var openItemStack = OpenItemStack()
    /// Whether a command has changed data.
    private var hasSaved = false
    /// The number of history steps that changed only in-memory models.
    var memoryFillCount = 0
    /// The synchronized models, in the order in which their records are sent.
    let synchronizing: [any Synchronizable.Type]
    /// The state of the background synchronization.
    var background = BackgroundSync()
    private var completionCache = CompletionCache()
    /// Copies the store's log into the store's file while the shell waits for input.
    private let logCopier = LogCopier()
    /// Whether another process has changed the store since the user was last notified.
    private var hasExternalChanges = false

    /// Opens the store of a program, and creates it if it doesn't exist. Waits while another process has locked
    /// the store.
    ///
    /// - Parameters:
    ///   - session: The settings, options and environment of the session.
    ///   - models: The models in the store. Undo, redo and the history cover these models.
    ///   - memoryModels: Models whose objects the same container stores only in memory. The program fills
    ///     them with built-in data in ``fillMemory(_:)``. Default: none.
    ///   - synchronizing: The synchronized models, in the order in which their records are sent. Default:
    ///     none.
    ///   - readsWithoutStore: Whether reading commands run even if the store named by `--store` doesn't
    ///     exist. Default: `false`.
    /// - Throws: ``StoreLocationError``; `ModelDataError` if the store can't be opened; `CancellationError` if
    ///   the user cancels a wait for another process.
    public init(
        _ session: SessionContext, models: [any PersistentModel.Type],
        inMemory memoryModels: [any PersistentModel.Type] = [], synchronizing: [any Synchronizable.Type] = [],
        readsWithoutStore: Bool = false
    ) async throws {
        self.synchronizing = synchronizing
        programName = session.programName
        preferences = session.preferences
        interaction = session.interaction
        environment = session.environment
        standardInput = session.standardInput
        location = try StoreLocation(
            programName: session.programName, options: session.options, environment: session.environment)
        self.models = models
        let named = ExplicitStorePath(session, location)
        let isInMemoryOnly =
            readsWithoutStore && named.isMissing && session.onlyReads && session.isForOneCommand
        // Maintenance commands access the store without a container, so this session needs only an empty
        // container in memory.
        hasEnded = location != .memory && (session.isForMaintenance || isInMemoryOnly)
        if !session.isForMaintenance, let emptied = EmptiedStoreError(location) { throw emptied }
        if session.isForMaintenance ? !session.onlyReads : !hasEnded {
            try named.check(mayBeCreated: !session.onlyReads || readsWithoutStore)
        }
        let opened: (container: ModelContainer, readOnlyReason: ModelDataError?)
        do {
            opened = try await StoreOpener(
                models: models, memoryModels: memoryModels, location: hasEnded ? .memory : location
            ).open(session.interaction)
        } catch ModelDataError.notAStore(let path, let reason) {
            // Check again: opening may have waited for a restore by another process, and that restore may
            // have been interrupted.
            if !session.isForMaintenance, let emptied = EmptiedStoreError(location) { throw emptied }
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
        // Disable automatic saving, because `execute` saves all changes of a command at once.
        context.autosaveEnabled = false
        context.author = session.programName
        if isInMemoryOnly || (named.isMissing && session.interaction.isInteractive) {
            openItemStack.notices += named.notices(isInMemoryOnly: isInMemoryOnly)
        }
        if let readOnlyReason, session.interaction.isInteractive {
            openItemStack.notices.append(StoreProblem(readOnlyReason).problem)
        }
        if !isReadOnly {
            try await LockWait.$handler.withValue(StoreOpener.notice(session.interaction)) {
                // Usually, this only reads, so it doesn't need the lock.
                try await LockWait.whenUnlocked(timeout: StoreOpener.lockTimeout) {
                    try SyncTracking.prepare(context, models: synchronizing)
                }
            }
        }
    }

    /// How the prompt shows the open items. Default: beside the program's name.
    open var promptStyle: Prompt.Style { .beside }

    /// The error of a command that needs an open item while none is open. A program overrides this property
    /// to name its commands that open or create an item.
    open var nothingOpenError: NothingOpenError { NothingOpenError() }

    /// The names of the models and their properties in the user's language.
    open var modelNames: ModelNames { ModelNames() }

    /// Maintains the whole store, such as copying and repairing it.
    ///
    /// - Throws: ``MaintenanceError/inMemory``.
    var maintainer: StoreMaintainer {
        get throws {
            guard case .file(let path) = location else { throw MaintenanceError.inMemory }
            return StoreMaintainer(
                url: URL(fileURLWithPath: path), for: Schema(models), lockTimeout: StoreOpener.lockTimeout,
                now: environment.now)
        }
    }

    /// Ends the session after this command, because the store was replaced.
    func end() { hasEnded = true }

    /// Whether the store can only be read.
    public var isReadOnly: Bool { readOnlyReason != nil }

    /// Whether the session must be replaced: the store was replaced, the session was made for one maintenance
    /// command, or a store that could only be read can be written again.
    public var isOver: Bool {
        if hasEnded { return true }
        guard let readOnlyReason, case .file(let path) = location else { return false }
        return StoreOpener.isWritableAgain(path, after: readOnlyReason)
    }

    /// The prompt: the program's name and the open items.
    public var prompt: Prompt { Prompt(programName, path: openTitles, style: promptStyle) }

    /// The user's language.
    public var localizer: Localizer { preferences.localizer }

    /// Today in the user's time zone.
    public var today: CivilDate {
        CivilDate.today(now: environment.now(), timeZone: environment.timeZone)
    }

    /// Returns a step's label as the history shows it in a language. Default: the label itself.
    ///
    /// A program overrides this if its labels contain names that differ by language and aren't in a string
    /// table.
    ///
    /// - Parameters:
    ///   - label: The label of the step.
    ///   - language: The language to show it in.
    open func historyLabel(for label: LocalizedText, in language: Language) -> LocalizedText { label }

    /// Returns the texts that complete an argument. Default: none.
    ///
    /// - Parameters:
    ///   - source: The name of the completion source.
    ///   - prefix: The typed text.
    /// - Throws: `ModelDataError` if the store can't be read.
    open func candidates(for source: String, matching prefix: String) throws -> [String] { [] }

    /// Infers a command from words that don't begin with a command's name. Returns its words, such as
    /// `mission 11` for `apollo 11`. Default: `nil`, which means an unknown command.
    open func command(inferredFrom words: [String]) -> [String]? { nil }

    /// Returns the texts of a property that begin with the typed text, or, if there are none, the texts that
    /// contain it. Case and accents are ignored. The texts are cached until the store changes.
    ///
    /// ```swift
    /// override func candidates(for source: String, matching typed: String) throws -> [String] {
    ///     source == "titles" ? try texts(of: \Book.title, matching: typed) : []
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property with the texts.
    ///   - typed: The typed text.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func texts<Model: PersistentModel>(
        of property: KeyPath<Model, String>, matching typed: String
    ) throws -> [String] {
        try mergeExternalChanges()
        return try completionCache.matching(typed, property, in: context)
    }

    /// Refuses a changing command on a read-only store before its arguments are asked for.
    ///
    /// - Parameter declaration: The declaration of the command.
    /// - Throws: `ModelDataError`, the reason why the store can't be written.
    open func willAsk(for declaration: CommandDeclaration) throws {
        if declaration.changesData { try requireWritable() }
    }

    /// Runs a command and saves its changes as one transaction. If it fails, nothing is saved.
    ///
    /// - Parameters:
    ///   - declaration: The declaration of the command.
    ///   - body: Runs the command.
    /// - Throws: The errors of `body` and of saving.
    open func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        try await LockWait.$handler.withValue(StoreOpener.notice(interaction)) {
            try await executeCommand(declaration, body)
        }
    }

    private func executeCommand(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        if declaration.changesData { try requireWritable() }
        try refreshFromStore()
        // Discard reading errors that the prompt or completion caused. This command must not report them.
        try? context.checkReads()
        // Pin the store's generation. If another process replaces the store's content from now on, the
        // command must fail, because the user has seen the old content.
        if interaction.isInteractive { try context.pinGeneration() }
        defer { context.unpinGeneration() }
        let items = openItemStack.items
        if declaration.changesData { completionCache.removeAll() }
        do {
            var output = try await body()
            let changesData = declaration.changesData || context.hasChanges
            output.blocks += try checkReads(changesData: changesData)
            // While the user was answering, the file may have disappeared, or its content may have been
            // replaced.
            if changesData { try checkFile() }
            if changesData, !hasEnded { try context.checkGeneration() }
            if context.hasChanges {
                context.transactionNote = output.changeLabel.flatMap(CommandLabel.note)
                output.blocks += try await context.whenUnlocked { try saveChanges() }
            }
            if changesData { try checkFile() }
            output.blocks.insert(contentsOf: openItemStack.takeNotices().map { .warning($0) }, at: 0)
            if declaration.changesData { hasSaved = true }
            if declaration.changesData { output.blocks += leaveDeletedItems().map { .message($0) } }
            return output
        } catch {
            context.rollback()
            openItemStack.items = items
            throw error
        }
    }

    /// Throws the error of a read that failed during the command. Returns a warning instead if the command
    /// changes nothing and the error is an invalid value, as in a store that was edited by hand.
    private func checkReads(changesData: Bool) throws -> [Block] {
        do {
            try context.checkReads()
            return []
        } catch let error as ModelDataError {
            guard !changesData, case .unreadableValue = error,
                let described = SuiteErrors.describe(error, modelNames)
            else { throw error }
            return [.warning(described.problem)]
        }
    }

    /// Throws if the store can only be read.
    func requireWritable() throws {
        if let readOnlyReason { throw readOnlyReason }
    }

    /// Saves the changes of a command. Returns blocks that follow the command's own output. No other process
    /// has locked the store when it is called.
    ///
    /// A program overrides this to handle conflicts with changes of other processes.
    ///
    /// - Throws: `ModelDataError`.
    open func saveChanges() throws -> [Block] {
        try context.save()
        return []
    }

    /// Checks that the store's file still exists, and merges changes that other processes saved.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``, and `ModelDataError` if the store can't be
    ///   read.
    public func refreshFromStore() throws {
        try checkFile()
        try mergeExternalChanges()
    }

    /// Throws if the store's file was deleted, moved or replaced since it was opened, because saved changes
    /// would be lost. If this session replaced the file, the function doesn't throw.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``.
    public func checkFile() throws {
        if !hasEnded { try file?.check() }
    }

    /// Returns the notices to show before the next prompt: changes by other processes, and deleted open
    /// records.
    open func notices() -> [LocalizedText] {
        // If the store can't be read, the next command reports it.
        try? mergeExternalChanges()
        let notices = syncNotices() + openItemStack.takeNotices()
        guard hasExternalChanges else { return notices }
        hasExternalChanges = false
        // The background synchronizer writes through its own connection. Don't report its changes as those of
        // another process.
        if background.takeHasWritten() { return notices }
        return [text("Another process has changed the data.")] + notices
    }

    /// Merges changes that other processes saved.
    private func mergeExternalChanges() throws {
        guard try context.storeChangedElsewhere() else { return }
        hasExternalChanges = true
        completionCache.removeAll()
        openItemStack.notices += leaveDeletedItems(byOtherProcess: true)
    }

    /// Runs changes that are saved in batches but form one transaction and one undo step. If the body throws,
    /// all its changes are rolled back.
    ///
    /// - Parameters:
    ///   - label: Returns the label for `undo` from the body's result.
    ///   - body: Makes the changes and saves them.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`, ``StoreFileGoneError``, ``StoreLogGoneError`` and `ModelDataError`.
    public func inOneTransaction<Result>(
        label: (Result) -> LocalizedText, _ body: () async throws -> Result
    ) async throws -> Result {
        try context.beginTransaction(endsAtFailedSave: true)
        do {
            let result = try await body()
            context.transactionNote = CommandLabel.note(label(result))
            try checkFile()
            try context.commitTransaction()
            return result
        } catch {
            context.rollbackTransaction()
            throw error
        }
    }

    /// Copies the content of the store's log into the store's file, so that this file alone is complete.
    open func inputIsAwaited() async {
        guard case .file(let path) = location, !hasEnded, !isReadOnly, StoreLog.hasPages(path) else { return }
        _ = try? await BackgroundWork.run { [logCopier] in logCopier.copy(path) }
    }

    /// Closes the store, so that it consists of a single file without a log. If closing fails, the next
    /// opening of the store does the rest.
    ///
    /// Also deletes the oldest part of the history if this session saved changes. The latest 1,000 steps and
    /// all steps of the last year are kept, as long as their old values take at most 64 MB. The latest 100
    /// steps are always kept.
    open func close() {
        if hasSaved {
            _ = try? SyncTracking.pruneHistory(
                context, models: synchronizing, keeping: HistoryLimits(), now: environment.now())
        }
        logCopier.stop()
        try? context.container.close()
    }

    /// Returns the absolute path of a path that the user typed.
    public func absolutePath(_ path: String) -> String {
        FilePathResolution.absolute(path, relativeTo: environment.workingDirectory)
    }

    /// Opens a file that the user named.
    ///
    /// - Throws: `FileError`.
    public func inputFile(_ path: String) throws -> InputFile {
        // Reading standard input here would swallow the script's remaining commands.
        if standardInput == nil { try FileError.refuseDash(path, .neither) }
        return try InputFile(path: path, relativeTo: environment.workingDirectory)
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

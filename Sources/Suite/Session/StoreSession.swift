import Foundation
import Localization
import ModelData
import Shell
import Sync

/// A program's session on its store: one transaction and one undo step a command.
@MainActor
open class StoreSession: ShellSession {
    /// The program's name.
    public let programName: String
    /// Where the data lies.
    public let location: StoreLocation
    /// The objects of the store.
    public let context: ModelContext
    /// What the person has chosen, the language among it.
    public let preferences: Preferences
    /// How to ask the person.
    public let interaction: any Interaction
    /// The environment, the clock and the time zone.
    public let surroundings: Surroundings
    /// The standard input, for a command that is told to read it; `nil` where the lines of commands come from there.
    public let standardInput: StandardInput?
    /// What keeps everything from being saved, such as that the store's file, its directory or its disk can only be
    /// read.
    private let obstacle: ModelDataError?
    /// The models that are kept in the store.
    let models: [any PersistentModel.Type]
    /// Whether the store was replaced, or the session is for one command of care.
    private var hasEnded = false
    /// The store's file as it was opened; `nil` in memory.
    private var file: StoreFileIdentity?
    /// What is open in the program, and what is to be told of it.
    var openPath = OpenPath()
    /// Whether a command has changed data.
    private var hasSaved = false
    /// How often the memory was filled.
    var fillings = 0
    /// The models that are synchronized, in the order in which their records are sent.
    let synchronizing: [any Synchronizable.Type]
    /// The synchronizing in the background.
    var background = BackgroundSync()
    private var liveTexts = LiveTexts()
    /// Whether another process has changed the store since the person was last told.
    private var changedElsewhere = false

    /// Opens the store of a program, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - session: What the session begins with.
    ///   - models: The models that are kept in the store. Undo, redo and the history are about these.
    ///   - memoryModels: The models that the same container has in memory only: what the program knows by itself, and
    ///     fills in with ``fillMemory(_:)``.
    ///   - synchronizing: The models that are synchronized, in the order in which their records are sent.
    ///   - readsWithoutStore: Whether the program has something to show also where `--store` names a store that isn't
    ///     there.
    /// - Throws: ``StoreLocationError``, what is wrong with a path that `--store` names, and what ModelData throws of a
    ///   store that can't be opened.
    public init(
        _ session: SessionContext, models: [any PersistentModel.Type],
        inMemory memoryModels: [any PersistentModel.Type] = [], synchronizing: [any Synchronizable.Type] = [],
        readsWithoutStore: Bool = false
    ) throws {
        self.synchronizing = synchronizing
        programName = session.programName
        preferences = session.preferences
        interaction = session.interaction
        surroundings = session.surroundings
        standardInput = session.standardInput
        location = try StoreLocation(
            programName: session.programName, options: session.options, surroundings: session.surroundings)
        self.models = models
        let named = NamedStore(session, location)
        let standsIn = readsWithoutStore && named.isMissing && session.onlyReads && session.isForOneCommand
        // What cares for a store as a whole has its own way to it, and none of these models.
        hasEnded = location != .memory && (session.isForCare || standsIn)
        if !session.isForCare, let emptied = EmptiedStore(location) { throw emptied }
        if session.isForCare ? !session.onlyReads : !hasEnded {
            try named.check(mayBeMade: !session.onlyReads || readsWithoutStore)
        }
        let opened: (container: ModelContainer, obstacle: ModelDataError?)
        do {
            opened = try StoreOpening(
                models: models, memoryModels: memoryModels, location: hasEnded ? .memory : location,
                interaction: interaction
            ).open()
        } catch ModelDataError.notAStore(let path, let reason) {
            // A restoring that was waited for may have been broken off.
            if !session.isForCare, let emptied = EmptiedStore(location) { throw emptied }
            throw ModelDataError.notAStore(path: path, reason: reason)
        }
        obstacle = opened.obstacle
        context = opened.container.mainContext
        file =
            switch hasEnded ? .memory : location {
            case .memory: nil
            case .file(let path): StoreFileIdentity(path: path)
            }
        // A command is saved as a whole, by `execute`.
        context.autosaveEnabled = false
        context.author = session.programName
        if standsIn || (named.isMissing && session.interaction.isInteractive) {
            openPath.notices += named.notices(standsIn: standsIn)
        }
        if let obstacle, session.interaction.isInteractive {
            openPath.notices.append(StoreProblem(obstacle).problem)
        }
        if !isReadOnly { try SyncTracking.prepare(context, models: synchronizing) }
    }

    /// How the prompt shows what is open; beside the program's name, unless a program says otherwise.
    open var promptStyle: Prompt.Style { .beside }

    /// What a person is told where a command needs something open and nothing is. A program names the commands that
    /// open or make something.
    open var nothingOpen: NothingOpen { NothingOpen() }

    /// What the models and their properties are called in a person's words.
    open var modelNames: ModelNames { ModelNames() }

    /// Cares for the store as a whole; throws where it is in memory only.
    var care: StoreCare {
        get throws {
            guard case .file(let path) = location else { throw CareError.inMemory }
            return StoreCare(
                url: URL(fileURLWithPath: path), for: Schema(models), lockTimeout: StoreOpening.patience,
                now: surroundings.now)
        }
    }

    /// Ends the session behind this command, since its store is another one now.
    func end() { hasEnded = true }

    /// Whether nothing can be saved.
    public var isReadOnly: Bool { obstacle != nil }

    /// Whether the session is over: its store was replaced, it was for one command of care, or what could only be read
    /// can be written now.
    public var isOver: Bool {
        if hasEnded { return true }
        guard let obstacle, case .file(let path) = location else { return false }
        return StoreOpening.canBeWritten(path, after: obstacle)
    }

    /// The program's name, and what is open.
    public var prompt: Prompt { Prompt(programName, path: openTitles, style: promptStyle) }

    /// The user's language.
    public var localizer: Localizer { preferences.localizer }

    /// The user's day.
    public var today: CivilDate {
        CivilDate.today(now: surroundings.now(), timeZone: surroundings.timeZone)
    }

    /// What was done, as the history shows it in a language. A program overrides this where its steps name what has
    /// another name in each language and stands in no string table.
    open func words(ofStep step: LocalizedText, in language: Language) -> LocalizedText { step }

    /// Live values for completion; none, unless a program has some.
    open func candidates(for source: String, matching prefix: String) throws -> [String] { [] }

    /// The words of the command that is meant by words that call none; nothing, unless a program says otherwise.
    open func command(meantBy words: [String]) -> [String]? { nil }

    /// The texts of a property that begin with what was typed, or else those that contain it, whatever the case and
    /// accents. They are read once for as long as the store doesn't change.
    ///
    /// ```swift
    /// override func candidates(for source: String, matching typed: String) throws -> [String] {
    ///     source == "titles" ? try texts(of: \Book.title, matching: typed) : []
    /// }
    /// ```
    public func texts<Model: PersistentModel>(
        of property: KeyPath<Model, String>, matching typed: String
    ) throws -> [String] {
        try followOthers()
        return try liveTexts.matching(typed, property, in: context)
    }

    /// Nobody is asked for what can't be saved.
    open func willAsk(for declaration: CommandDeclaration) throws {
        if declaration.changesData { try requireWritable() }
    }

    /// Runs a command. What it changed is saved as one transaction; where it fails, nothing is.
    open func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        try await LockWait.$notice.withValue(StoreOpening.notice(interaction)) {
            try await executeTellingOfLocks(declaration, body)
        }
    }

    private func executeTellingOfLocks(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        if declaration.changesData { try requireWritable() }
        try followStore()
        // What the prompt or completion couldn't read is no matter of this command.
        try? context.checkReads()
        // What a person is shown and asked about from now on is of this content.
        if interaction.isInteractive { try context.holdToContent() }
        defer { context.letGoOfContent() }
        let places = openPath.places
        if declaration.changesData { liveTexts.removeAll() }
        do {
            var output = try await body()
            let changesData = declaration.changesData || context.hasChanges
            output.blocks += try checkReads(changesData: changesData)
            // While a person thought about an answer, the file may have gone, or got another content.
            if changesData { try checkFile() }
            if changesData, !hasEnded { try context.checkContent() }
            if context.hasChanges {
                context.transactionNote = output.whatWasDone.flatMap(CommandLabel.note)
                output.blocks += try saveChanges()
            }
            if changesData { try checkFile() }
            output.blocks.insert(contentsOf: openPath.takeNotices().map { .warning($0) }, at: 0)
            if declaration.changesData { hasSaved = true }
            if declaration.changesData { output.blocks += leaveWhatIsGone().map { .message($0) } }
            return output
        } catch {
            context.rollback()
            openPath.places = places
            throw error
        }
    }

    /// Throws what kept from being read what a command shows or relied on. Of a value that is none, as in a store that was
    /// edited by hand, a command that only reads warns.
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

    /// Throws where nothing can be saved.
    func requireWritable() throws {
        if let obstacle { throw obstacle }
    }

    /// Saves what a command changed; what there is to say of it stands behind what the command says.
    ///
    /// A program overrides this where a save can meet what other processes did meanwhile.
    open func saveChanges() throws -> [Block] {
        try context.save()
        return []
    }

    /// Makes sure that the store's file is there, and takes up what other processes saved since this was last done.
    public func followStore() throws {
        try checkFile()
        try followOthers()
    }

    /// Throws where the store's file was deleted, moved or replaced since it was opened, unless this session has replaced
    /// it: what is saved then is gone at the end.
    public func checkFile() throws {
        if !hasEnded { try file?.check() }
    }

    /// What a person should know before the next prompt: that another process changed the data, and what of it was
    /// open here.
    open func notices() -> [LocalizedText] {
        // A store that can't be read is for the next command to say.
        try? followOthers()
        let notices = syncNotices() + openPath.takeNotices()
        guard changedElsewhere else { return notices }
        changedElsewhere = false
        // The synchronizer in the background has a connection of its own, and isn't another process.
        if background.takeHasWritten() { return notices }
        return [text("Another process has changed the data.")] + notices
    }

    /// Takes up what other processes saved since this was last done.
    private func followOthers() throws {
        guard try context.storeChangedElsewhere() else { return }
        changedElsewhere = true
        liveTexts.removeAll()
        openPath.notices += leaveWhatIsGone(becauseOfOthers: true)
    }

    /// Runs changes that are saved in pieces, but are one transaction and one undo step. Where the body throws, nothing
    /// of it stays.
    ///
    /// - Parameter label: What was done, for `undo`; asked for at the end.
    public func inOneTransaction<Result>(
        label: (Result) -> LocalizedText, _ body: () async throws -> Result
    ) async throws -> Result {
        try context.beginTransaction()
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

    /// Closes the store, which leaves it as a single file. What fails here is mended at the next opening.
    ///
    /// Of the history, the oldest part goes: what is older than a year, unless it is among the latest 1,000 steps, and
    /// what is beyond 64 MB of old values, unless it is among the latest 100.
    open func close() {
        if hasSaved { _ = try? context.pruneHistory(keeping: HistoryLimits(), now: surroundings.now()) }
        try? context.container.close()
    }

    /// The absolute path of a path that the person wrote.
    public func absolutePath(_ path: String) -> String {
        FilePathResolution.absolute(path, relativeTo: surroundings.workingDirectory)
    }

    /// Opens a file that the person named.
    public func inputFile(_ path: String) throws -> InputFile {
        // Who reads standard input where the commands come from takes them away.
        if standardInput == nil { try FileError.refuseDash(path, .neither) }
        return try InputFile(path: path, relativeTo: surroundings.workingDirectory)
    }
}

extension Output {
    /// The label, or else the first sentence.
    fileprivate var whatWasDone: LocalizedText? {
        if let label { return label }
        for case .message(let message) in blocks { return message }
        return nil
    }
}

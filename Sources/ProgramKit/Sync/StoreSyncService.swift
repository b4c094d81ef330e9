import Foundation
import Localization
import ModelData
import Shell
import Sync

/// The synchronization of a session's store with other devices.
@MainActor
public final class StoreSyncService {
    let store: StoreService
    /// The state of the background synchronization.
    var background = BackgroundSync()
    /// Corrects data that are only wrong together with received ones, such as a cycle of dependencies, and returns what it
    /// changed. Default: nothing.
    public var correct: @MainActor (ModelContext) throws -> [LocalizedText] = { _ in [] }

    init(_ store: StoreService) { self.store = store }

    /// The synchronized models, in the order in which their records are sent.
    var models: [any Synchronizable.Type] { store.synchronizing }

    private var session: SessionContext { store.session }

    /// Returns the state of synchronization in the store.
    func status() throws -> SyncStatus { try SyncStatus(store.context, models: models) }

    /// Returns the server and the token of this store.
    ///
    /// - Throws: ``SyncProblem/notLoggedIn``, ``SyncProblem/noToken(server:)``, ``SyncProblem/noKey(server:)``.
    func credentials() throws -> SyncCredentials {
        let status = try status()
        guard status.isOn, let server = status.server else { throw SyncProblem.notLoggedIn }
        guard let path = credentialsPath, let credentials = try SyncCredentials(path: path),
            credentials.server == server
        else { throw SyncProblem.noToken(server: server) }
        if credentials.key == nil { throw SyncProblem.noKey(server: server) }
        return credentials
    }

    /// Whether the store is synchronized with other devices.
    var isOn: Bool {
        get throws { try status().isOn }
    }

    /// The file with the server and the token of this store; `nil` if the environment has no home directory.
    var credentialsPath: String? {
        SyncCredentials.path(
            program: session.programName, store: store.location, environment: session.environment.variables)
    }

    /// Returns the background synchronizer, or a new one for a single run.
    func synchronizer() async throws -> Synchronizer {
        if let running = background.synchronizer { return running }
        let transport = try CredentialReloadingTransport(credentials(), at: credentialsPath)
        let (container, models) = (store.context.container, models)
        // A new synchronizer writes to the store, so it may have to wait for another process.
        return try await BackgroundWork.run {
            try Synchronizer(container, models: models, transport: transport)
        }
    }

    /// Starts background synchronization at the first prompt if the store is synchronized. Single commands
    /// don't use the network.
    private func start() {
        if background.hasAttemptedStart { return }
        background.hasAttemptedStart = true
        background.credentials = storedCredentials
        guard !models.isEmpty, !store.isReadOnly, background.credentials != nil,
            (try? credentials()) != nil
        else { return }
        let interval = session.preferences[SyncSettings.interval]
        background.interval = interval
        background.isStarting = true
        background.listening = Task { [weak self] in
            let made = try? await self?.synchronizer()
            if Task.isCancelled { return }
            self?.background.isStarting = false
            guard let synchronizer = made else { return }
            self?.background.synchronizer = synchronizer
            let events = await synchronizer.eventStream()
            await synchronizer.start(every: Double(interval))
            for await event in events { self?.note(event) }
        }
    }

    /// Stops background synchronization for a login or a logout. The next prompt starts it again.
    func stop() async {
        background.listening?.cancel()
        await background.synchronizer?.stop()
        let hasWritten = background.takeHasWritten()
        background = BackgroundSync()
        background.hasWritten = hasWritten
    }

    /// Returns whether synchronization wrote to the store since the last call.
    func takeHasWritten() -> Bool { background.takeHasWritten() }

    /// The credentials that the file contains now. Another process may have changed them.
    private var storedCredentials: SyncCredentials? {
        credentialsPath.flatMap { try? SyncCredentials(path: $0) }
    }

    /// Records the result of a background synchronization, which the next prompt shows.
    func note(_ event: Synchronizer.Event) {
        switch event {
        case .synchronized(let report):
            background.received += report.received
            if report.refused > 0 { background.hasRefusals = true }
            background.conflicts += report.conflicts
            (background.problem, background.remedy, background.permanentFailure) = (nil, nil, nil)
            background.hasReportedProblem = false
            Task { await store.copyLog() }
        case .failed(let error as SyncError, _):
            let problem = SyncProblem(error)
            let needsUser =
                switch error {
                case .unauthorized, .wrongKey, .missingSealingLibrary: true
                default: false
                }
            note(
                problem.problem, needsUser ? problem.remedy : nil,
                permanentFailure: error.isPassing ? nil : error.code)
        // Another process has locked the store; the next synchronization will succeed.
        case .failed(ModelDataError.locked, _): break
        case .failed(let error, _):
            let problem = SuiteErrors.describe(error, store.names) ?? UnexpectedError(error)
            note(problem.problem, problem.remedy, permanentFailure: "store")
        }
    }

    /// Records a failure. A new permanent failure is reported even if an earlier failure was reported
    /// already.
    private func note(_ problem: LocalizedText, _ remedy: LocalizedText?, permanentFailure: String?) {
        if let permanentFailure, permanentFailure != background.permanentFailure {
            background.hasReportedProblem = false
        }
        (background.problem, background.remedy) = (problem, remedy)
        // Keep the code of the last permanent failure. If this failure occurs again after a temporary
        // failure, it isn't reported as new.
        if let permanentFailure { background.permanentFailure = permanentFailure }
    }

    /// Corrects received data, and saves this as a part of the synchronization, which `undo` doesn't affect.
    ///
    /// - Returns: What was changed.
    /// - Throws: The errors of the store. Nothing is changed then.
    func correctReceived() throws -> [LocalizedText] {
        let context = store.context
        let author = context.author
        context.author = SyncTracking.author
        defer { context.author = author }
        do {
            let notices = try correct(context)
            if context.hasChanges { try context.save() }
            background.needsCorrection = false
            return notices
        } catch {
            context.rollback()
            throw error
        }
    }

    /// Returns the notices to show before the next prompt: received entries, refused entries, and a new
    /// failure.
    func notices() -> [LocalizedText] {
        let isIntervalChanged =
            background.interval.map { $0 != session.preferences[SyncSettings.interval] } ?? false
        // Another process may have logged in or out.
        if isIntervalChanged || (background.hasAttemptedStart && background.credentials != storedCredentials)
        {
            // Replace only the synchronizer. Notices that weren't shown yet must stay.
            let old = background.synchronizer
            background.listening?.cancel()
            background.hasWritten = background.takeHasWritten()
            (background.synchronizer, background.listening, background.interval) = (nil, nil, nil)
            background.isStarting = false
            background.hasAttemptedStart = false
            Task { await old?.stop() }
        }
        start()
        var notices: [LocalizedText] = []
        if background.received > 0 {
            notices.append(text("Received %lld entries from other devices.", background.received))
            background.received = 0
            background.needsCorrection = true
        }
        if background.needsCorrection {
            // If another process is writing to the store, the next prompt corrects the data.
            notices += (try? correctReceived()) ?? []
        }
        notices += self.notices(ofConflicts: background.conflicts)
        background.conflicts = []
        if background.hasRefusals {
            notices.append(text("The server refuses some entries. “sync status” lists them."))
            background.hasRefusals = false
        }
        if let problem = background.problem, !background.hasReportedProblem {
            background.hasReportedProblem = true
            notices.append(problem)
            if let remedy = background.remedy { notices.append(remedy) }
            notices.append(text("Your changes are kept, and will be sent as soon as possible."))
        }
        return notices
    }
}

/// The settings of synchronization.
public enum SyncSettings {
    /// The pause between background synchronizations, 1 to 86,400 seconds. Default: 20.
    public static let interval = Setting.integer(
        "sync-seconds", in: 1...86_400, defaultValue: 20,
        help: text("The number of seconds between synchronizations while the program runs."))
}

/// The state of a session's background synchronization.
struct BackgroundSync {
    var synchronizer: Synchronizer?
    var listening: Task<Void, Never>?
    var hasAttemptedStart = false
    /// Whether the synchronizer is being created, which may write to the store.
    var isStarting = false
    /// The stored credentials at the latest attempt to start.
    var credentials: SyncCredentials?
    /// The pause between synchronizations, in seconds.
    var interval: Int?
    /// Whether `sync` or an earlier synchronizer wrote to the store since the user was last notified.
    var hasWritten = false
    /// The number of records received from other devices since the user was last notified.
    var received = 0
    /// Whether the received records weren't checked yet together with the others.
    var needsCorrection = false
    /// The numbers of the conflicts that were found since the user was last notified.
    var conflicts: [Int] = []
    /// Whether the server has refused entries since the user was last notified.
    var hasRefusals = false
    /// The latest failure. It is reported once; after that, only a different failure is reported.
    var problem: LocalizedText?
    /// The action with which the user can resolve the failure, if the failure isn't temporary.
    var remedy: LocalizedText?
    var hasReportedProblem = false
    /// The code of a failure that won't resolve itself; `nil` for a temporary one.
    var permanentFailure: String?

    /// Returns whether synchronization wrote to the store since the last call.
    mutating func takeHasWritten() -> Bool {
        defer { hasWritten = false }
        return synchronizer?.takeHasWritten() == true || hasWritten || isStarting
    }
}

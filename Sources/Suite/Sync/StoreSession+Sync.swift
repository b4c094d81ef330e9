import Foundation
import Localization
import ModelData
import Shell
import Sync

/// What a person sets about synchronizing.
public enum SyncSettings {
    /// How long the pauses of the synchronizing in the background are, in seconds.
    public static let interval = Setting.integer(
        "sync-seconds", in: 1...86_400, usual: 20,
        help: text("How many seconds pass between synchronizations while the program runs."))
}

/// What a session knows of its own synchronizing in the background.
struct BackgroundSync {
    var synchronizer: Synchronizer?
    var listening: Task<Void, Never>?
    var wasTried = false
    /// What was kept of the server when it was tried.
    var credentials: SyncCredentials?
    /// How many seconds its pauses have.
    var interval: Int?
    /// Whether a synchronization that a person asked for wrote to the store since they were last told of changes.
    var hasWritten = false
    /// How many records came from other devices since then.
    var received = 0
    /// Whether the server refused entries since then.
    var hasRefused = false
    /// The failure to tell of; only a change of it is told.
    var problem: LocalizedText?
    /// What the person can do about it, where it doesn't go by itself.
    var remedy: LocalizedText?
    var toldProblem = false
    /// The failure's name; `nil` where it may go by itself.
    var lasting: String?

    /// Whether the store was written to by synchronizing since this was last asked.
    mutating func takeHasWritten() -> Bool {
        defer { hasWritten = false }
        return synchronizer?.takeHasWritten() == true || hasWritten
    }
}

extension StoreSession {
    /// The server and the token that this store is synchronized with.
    ///
    /// - Throws: Where the store isn't synchronized, or the token is missing.
    func syncCredentials() throws -> SyncCredentials {
        let status = try SyncStatus(context, models: synchronizing)
        guard status.isOn, let server = status.server else { throw SyncProblem.notLoggedIn }
        guard let path = credentialsPath, let credentials = try SyncCredentials(path: path),
            credentials.server == server
        else { throw SyncProblem.noToken(server: server) }
        return credentials
    }

    /// Whether the store is kept the same with those of other devices.
    public var isSynchronized: Bool {
        get throws { try SyncStatus(context, models: synchronizing).isOn }
    }

    /// Where the server and the token of this store are kept; `nil` where the environment names no home.
    var credentialsPath: String? {
        SyncCredentials.path(program: programName, store: location, environment: surroundings.environment)
    }

    /// The synchronizer of this session: the one in the background, or one for a single time.
    func synchronizer() throws -> Synchronizer {
        if let running = background.synchronizer { return running }
        return try Synchronizer(
            context.container, models: synchronizing,
            transport: try KeptTransport(syncCredentials(), at: credentialsPath))
    }

    /// Synchronizes in the background from the first prompt on, where the store is synchronized at all. A single
    /// command doesn't use the network.
    func startBackgroundSync() {
        if background.wasTried { return }
        background.wasTried = true
        background.credentials = keptCredentials
        guard !synchronizing.isEmpty, !isReadOnly, (try? syncCredentials()) != nil,
            let synchronizer = try? synchronizer()
        else { return }
        background.synchronizer = synchronizer
        let interval = preferences[SyncSettings.interval]
        background.interval = interval
        background.listening = Task { [weak self] in
            let events = await synchronizer.eventStream()
            await synchronizer.start(every: Double(interval))
            for await event in events { self?.note(event) }
        }
    }

    /// Ends the synchronizing in the background, for a login or a logout; the next prompt begins it again.
    func stopBackgroundSync() async {
        background.listening?.cancel()
        await background.synchronizer?.stop()
        let hasWritten = background.takeHasWritten()
        background = BackgroundSync()
        background.hasWritten = hasWritten
    }

    /// What is kept of the server at this moment, by whichever process.
    private var keptCredentials: SyncCredentials? {
        credentialsPath.flatMap { try? SyncCredentials(path: $0) }
    }

    /// Notes what came of a synchronization in the background, for the next prompt.
    func note(_ event: Synchronizer.Event) {
        switch event {
        case .synchronized(let report):
            background.received += report.received
            if report.refused > 0 { background.hasRefused = true }
            (background.problem, background.remedy, background.lasting) = (nil, nil, nil)
            background.toldProblem = false
        case .failed(let error as SyncError, _):
            let problem = SyncProblem(error)
            let isUnknown = if case .unauthorized = error { true } else { false }
            note(
                problem.problem, isUnknown ? problem.remedy : nil, lasting: error.isPassing ? nil : error.code
            )
        // Who holds the store up is done at some time.
        case .failed(ModelDataError.locked, _): break
        case .failed(let error, _):
            let problem = SuiteErrors.describe(error, modelNames) ?? UnexpectedError(error)
            note(problem.problem, problem.remedy, lasting: "store")
        }
    }

    /// Notes a failure. Who was told that there is no connection is told again where the cause is another one now, which
    /// doesn't go by itself.
    private func note(_ problem: LocalizedText, _ remedy: LocalizedText?, lasting: String?) {
        if let lasting, lasting != background.lasting { background.toldProblem = false }
        (background.problem, background.remedy) = (problem, remedy)
        // One that passes doesn't make the one before it new.
        if let lasting { background.lasting = lasting }
    }

    /// What there is to say of the synchronizing before the next prompt: what came, and, once, what went wrong.
    func syncNotices() -> [LocalizedText] {
        let isOtherPace = background.interval.map { $0 != preferences[SyncSettings.interval] } ?? false
        // Another process may have logged in, or out.
        if isOtherPace || (background.wasTried && background.credentials != keptCredentials) {
            // Only the synchronizer is another one from then on: what there is to tell, stays.
            let old = background.synchronizer
            background.listening?.cancel()
            background.hasWritten = background.takeHasWritten()
            (background.synchronizer, background.listening, background.interval) = (nil, nil, nil)
            background.wasTried = false
            Task { await old?.stop() }
        }
        startBackgroundSync()
        var notices: [LocalizedText] = []
        if background.received > 0 {
            notices.append(text("%lld entries came from other devices.", background.received))
            background.received = 0
        }
        if background.hasRefused {
            notices.append(text("The server refuses some entries. “sync status” lists them."))
            background.hasRefused = false
        }
        if let problem = background.problem, !background.toldProblem {
            background.toldProblem = true
            notices.append(problem)
            if let remedy = background.remedy { notices.append(remedy) }
            notices.append(text("What you changed is kept, and sent as soon as it can be."))
        }
        return notices
    }
}

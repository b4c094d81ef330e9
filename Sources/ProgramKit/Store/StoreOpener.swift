import Foundation
import Localization
import ModelData
import Shell

/// Opens a program's store for writing, or for reading only if it can't be written.
struct StoreOpener: Sendable {
    let models: [any PersistentModel.Type]
    /// The models that are stored in memory beside the store.
    let memoryModels: [any PersistentModel.Type]
    let location: StoreLocation

    /// How many seconds to wait for other processes that write to the store. A large import may lock the
    /// store for that long. At a terminal the user sees a notice and can interrupt the wait.
    static let lockTimeout = 60
    /// How many seconds a synchronous method may block the main actor, for locks that are rare and short.
    static let blockingTime = 2

    /// Opens the container. Opening and migrating a store don't block the caller's actor.
    ///
    /// - Parameter interaction: Tells the user about a wait for another process.
    /// - Returns: The container, and the reason why the store can only be read; `nil` if the store can be
    ///   written.
    /// - Throws: `ModelDataError`; `CancellationError` if the user cancels the wait.
    @MainActor
    func open(
        _ interaction: any Interaction
    ) async throws -> (container: ModelContainer, readOnlyReason: ModelDataError?) {
        try await LockWait.$handler.withValue(Self.notice(interaction)) {
            // A store in memory opens at once.
            location == .memory ? try open() : try await BackgroundWork.run { try open() }
        }
    }

    private func open() throws -> (container: ModelContainer, readOnlyReason: ModelDataError?) {
        do {
            return (try container(allowsSave: true), nil)
        } catch let error as ModelDataError where Self.allowsReading(error) {
            // If the store can't be read either, throw the first error. An example is a read-only store
            // of an earlier version, which would need a migration.
            guard case .file(let path) = location, FileManager.default.isReadableFile(atPath: path),
                let container = try? container(allowsSave: false)
            else { throw error }
            if case .diskFull = error { return (container, error) }
            // Either the file or its directory can't be written. Report both cases as a read-only store.
            return (container, .readOnly(path: path))
        }
    }

    private func container(allowsSave: Bool) throws -> ModelContainer {
        let schema = Schema(models)
        var configuration =
            switch location {
            case .memory: ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            case .file(let path):
                ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path), allowsSave: allowsSave)
            }
        configuration.lockTimeout = Self.lockTimeout
        // The session merges external changes before each command; meanwhile, its objects mustn't change.
        configuration.refreshesContexts = false
        if memoryModels.isEmpty { return try ModelContainer(for: schema, configurations: [configuration]) }
        var memory = ModelConfiguration("memory", schema: Schema(memoryModels), isStoredInMemoryOnly: true)
        memory.refreshesContexts = false
        return try ModelContainer(
            for: Schema(models + memoryModels), configurations: [configuration, memory])
    }

    /// Returns whether a store that failed to open for writing may still be readable.
    private static func allowsReading(_ error: ModelDataError) -> Bool {
        switch error {
        case .readOnly, .noPermission, .diskFull, .cannotOpen: true
        default: false
        }
    }

    /// Returns whether the reason for opening the store read-only is probably gone. The store isn't opened
    /// for this check.
    static func isWritableAgain(_ path: String, after readOnlyReason: ModelDataError) -> Bool {
        guard isWritable(path) else { return false }
        guard case .diskFull = readOnlyReason else { return true }
        var status = statvfs()
        return statvfs((path as NSString).deletingLastPathComponent, &status) == 0 && status.f_bavail > 0
    }

    /// Returns whether the user may write to a store's file and to its directory. Changing or replacing the
    /// store needs both permissions.
    static func isWritable(_ path: String) -> Bool {
        access(path, W_OK) == 0 && access((path as NSString).deletingLastPathComponent, W_OK) == 0
    }

    /// Makes a notice that tells the user that the program waits for another process's lock.
    @MainActor
    static func notice(_ interaction: any Interaction) -> LockWait.Handler {
        let waiting = withUnsafeCurrentTask { $0?.hashValue }
        return LockWait.Handler { seconds in
            // Tasks that the command starts, such as background synchronization, may wait, too.
            let current = withUnsafeCurrentTask { $0?.hashValue }
            guard seconds > 1, current != nil, current == waiting else { return }
            // The command may wait on another actor. The main queue runs this before the command continues.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    interaction.progress(
                        text("Waiting for another process that is writing to the store. Ctrl-C cancels."))
                }
            }
        }
    }
}

import Foundation
import Synchronization

/// Detects commits that other processes, and other containers of this process, make to the stores.
///
/// The watcher polls each store's data version on a separate connection, and only while there are listeners.
final class StoreWatcher: Sendable {
    /// The time between two polls.
    private static let pause = Duration.milliseconds(150)

    private let isRunning = Mutex(false)

    /// Starts watching, unless the watcher already runs. Watching ends when there are no listeners left.
    func start(_ core: ContainerCore) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        let watched = core.stores.filter { !$0.isInMemory }.compactMap { try? WatchedStore($0) }
        let hub = core.hub
        Task.detached(priority: .utility) { [self] in
            while hub.hasListeners {
                try? await Task.sleep(for: Self.pause)
                var hasChanged = false
                for store in watched where store.hasChanged() { hasChanged = true }
                if hasChanged { hub.announce() }
            }
            isRunning.withLock { $0 = false }
            // A listener may have been added after the loop's last check, but before `isRunning` was reset.
            if hub.hasListeners { start(core) }
        }
    }
}

/// A store, with its data version at the last poll.
private final class WatchedStore: Sendable {
    private let connection: StoreConnection
    private let seen: Mutex<UInt32>

    init(_ store: Store) throws {
        connection = try store.newConnection()
        seen = Mutex(try Self.version(connection))
    }

    /// Whether the store has changed since the last call; false if it can't be read now.
    func hasChanged() -> Bool {
        guard let version = try? Self.version(connection) else { return false }
        return seen.withLock { seen in
            defer { seen = version }
            return seen != version
        }
    }

    private static func version(_ connection: StoreConnection) throws -> UInt32 {
        try connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            return connection.dataVersion
        }
    }
}

import Foundation
import Synchronization

/// Notices what other processes, and other containers of this one, commit to the stores.
///
/// It asks each store for its count of changes a few times a second, on connections of its own, and only
/// while somebody listens.
final class StoreWatcher: Sendable {
    /// How long the watcher rests between two looks.
    private static let pause = Duration.milliseconds(150)

    private let isRunning = Mutex(false)

    /// Starts watching, unless that is under way already. It ends when nobody listens any more.
    func start(_ core: ContainerCore) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        let watched = core.stores.filter { !$0.isInMemory }.compactMap { try? WatchedStore($0) }
        let hub = core.hub
        Task.detached(priority: .utility) { [self] in
            while hub.isHeard {
                try? await Task.sleep(for: Self.pause)
                var hasNews = false
                for store in watched where store.hasNews() { hasNews = true }
                if hasNews { hub.announce() }
            }
            isRunning.withLock { $0 = false }
            // Somebody may have come between the last look and now.
            if hub.isHeard { start(core) }
        }
    }
}

/// A store with the count of changes that was last seen.
private final class WatchedStore: Sendable {
    private let connection: StoreConnection
    private let seen: Mutex<UInt32>

    init(_ store: Store) throws {
        connection = try store.newConnection()
        seen = Mutex(try Self.version(connection))
    }

    /// Whether the store changed since this was last asked; not, when it can't be read just now.
    func hasNews() -> Bool {
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

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
        let connections = core.stores.filter { !$0.isInMemory }.compactMap { try? $0.newConnection() }
        let versions = connections.map(Self.version)
        let hub = core.hub
        Task.detached(priority: .utility) { [self] in
            var seen = versions
            while hub.hasListeners {
                try? await Task.sleep(for: Self.pause)
                let versions = zip(connections, seen).map { Self.version($0) ?? $1 }
                if versions != seen { hub.announce() }
                seen = versions
            }
            isRunning.withLock { $0 = false }
            // A listener may have been added after the loop's last check, but before `isRunning` was reset.
            if hub.hasListeners { start(core) }
        }
    }

    /// Returns a number that changes with each commit of another connection; nil if the store can't be read now.
    private static func version(_ connection: StoreConnection) -> UInt32? {
        try? connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            return connection.dataVersion
        }
    }
}

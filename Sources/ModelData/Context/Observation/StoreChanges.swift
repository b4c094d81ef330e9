import Foundation
import Synchronization

extension ModelContainer {
    /// Returns a sequence with an element after each change of a store, by any context of any process.
    ///
    /// ```swift
    /// for await _ in container.storeChanges() {
    ///     if try container.mainContext.storeChangedElsewhere() { try redraw() }
    /// }
    /// ```
    ///
    /// Changes in quick succession may be combined. Commits of this container's contexts are reported
    /// immediately, other commits after about 0.15 seconds. Not in SwiftData.
    public func storeChanges() -> StoreChanges { StoreChanges(core: core) }
}

/// The sequence of changes of a container's stores, from ``ModelContainer/storeChanges()``. It ends when its
/// task is cancelled.
public struct StoreChanges: AsyncSequence, Sendable {
    /// The elements carry no information about the change.
    public typealias Element = Void

    private let core: ContainerCore
    private let signal = ChangeSignal()

    init(core: ContainerCore) {
        self.core = core
        core.hub.add(signal)
        core.watcher.start(core)
    }

    /// Returns an iterator, which also reports changes since the sequence was created.
    public func makeAsyncIterator() -> Iterator { Iterator(core: core, signal: signal) }

    /// Waits for the changes of the container's stores.
    public struct Iterator: AsyncIteratorProtocol {
        let core: ContainerCore
        let signal: ChangeSignal
        var seen: UInt64 = 0

        /// Waits for the next change; nil if the task is cancelled.
        public mutating func next() async -> Void? {
            while !Task.isCancelled {
                let count = signal.count
                if count != seen {
                    seen = count
                    return ()
                }
                await signal.wait(after: count)
            }
            return nil
        }
    }
}

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

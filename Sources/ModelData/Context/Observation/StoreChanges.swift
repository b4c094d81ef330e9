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

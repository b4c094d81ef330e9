extension ModelContainer {
    /// News that some context, of this process or another one, has changed a store.
    ///
    ///     for await _ in container.storeChanges() {
    ///         if try container.mainContext.storeChangedElsewhere() { try redraw() }
    ///     }
    ///
    /// Changes that come in quick succession may be told as one. Commits of this container's contexts are
    /// told at once, those of others within a fifth of a second. Not in SwiftData.
    public func storeChanges() -> StoreChanges { StoreChanges(core: core) }
}

/// News that a store has changed, without end.
///
///     var news = container.storeChanges().makeAsyncIterator()
///     await news.next()
public struct StoreChanges: AsyncSequence, Sendable {
    /// Nothing but the news itself.
    public typealias Element = Void

    private let core: ContainerCore
    private let signal = ChangeSignal()

    init(core: ContainerCore) {
        self.core = core
        core.hub.add(signal)
        core.watcher.start(core)
    }

    /// Waits for news; those since the sequence was made count.
    public func makeAsyncIterator() -> Iterator { Iterator(core: core, signal: signal) }

    /// Waits for one piece of news after the other.
    ///
    ///     var news = container.storeChanges().makeAsyncIterator()
    public struct Iterator: AsyncIteratorProtocol {
        let core: ContainerCore
        let signal: ChangeSignal
        private var seen: UInt64 = 0

        init(core: ContainerCore, signal: ChangeSignal) {
            self.core = core
            self.signal = signal
        }

        /// Waits for the next piece of news; nil when the task is cancelled.
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

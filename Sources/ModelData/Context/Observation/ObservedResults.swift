import Foundation

extension ModelContext {
    /// Returns the results of a fetch as a sequence, with new results after changes.
    ///
    /// ```swift
    /// for try await books in context.observe(FetchDescriptor<Book>()) {
    ///     print(books.map(\.title))
    /// }
    /// ```
    ///
    /// The first results are available immediately. New results follow saved and unsaved changes of this
    /// context, and commits of other contexts and processes. Changes in quick succession may be combined; the
    /// results then show the latest state. The objects belong to this context, so the loop must run on the
    /// context's actor.
    ///
    /// Not in SwiftData.
    ///
    /// - Parameter descriptor: The objects to fetch and their order.
    /// - Returns: A sequence that ends when its task is cancelled. It throws ``ModelDataError`` if a fetch
    ///   fails.
    public func observe<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> ObservedResults<T> {
        ObservedResults(context: self, descriptor: descriptor)
    }

    /// Registers a signal, which is raised for every change of the context or its stores.
    func addObserver(_ signal: ChangeSignal) {
        let observers = changes.observers ?? ChangeHub()
        changes.observers = observers
        observers.add(signal)
        core.hub.add(signal)
        core.watcher.start(core)
    }
}

/// The results of a fetch as they change, from ``ModelContext/observe(_:)``.
public struct ObservedResults<T: PersistentModel>: AsyncSequence {
    /// The fetched objects.
    public typealias Element = [T]

    let context: ModelContext
    let descriptor: FetchDescriptor<T>

    /// Returns an iterator whose first element is the current results.
    public func makeAsyncIterator() -> Iterator { Iterator(context, descriptor) }

    /// Fetches again whenever something has changed since the last results.
    public struct Iterator: AsyncIteratorProtocol {
        private let context: ModelContext
        private let descriptor: FetchDescriptor<T>
        private let signal = ChangeSignal()
        private var lastVersion: Version?

        /// The state of the context and its store at a fetch.
        private struct Version: Equatable {
            let activity: UInt64
            let epoch: UInt32
        }

        init(_ context: ModelContext, _ descriptor: FetchDescriptor<T>) {
            self.context = context
            self.descriptor = descriptor
            context.addObserver(signal)
        }

        /// Returns the next results; nil if the task is cancelled.
        ///
        /// - Parameter actor: The context's actor.
        /// - Throws: ``ModelDataError`` if the fetch fails.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [T]? {
            while !Task.isCancelled {
                // Read the count before the fetch, so that a change during the fetch ends the wait below.
                let count = signal.count
                let session = try context.table(for: T.self).session
                try ExternalChangeMerger(context).mergeAll()
                let version = Version(activity: context.changes.activity, epoch: session.epoch)
                if version != lastVersion {
                    lastVersion = version
                    return try context.fetch(descriptor)
                }
                await signal.wait(after: count)
            }
            return nil
        }

        /// Returns the next results; nil if the task is cancelled.
        ///
        /// - Throws: ``ModelDataError`` if the fetch fails.
        public mutating func next() async throws -> [T]? { try await next(isolation: nil) }
    }
}

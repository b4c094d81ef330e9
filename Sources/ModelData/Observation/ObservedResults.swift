import Foundation

extension ModelContext {
    /// The results of a fetch, now and after each change, whoever makes it.
    ///
    ///     for try await books in context.observe(FetchDescriptor<Book>()) {
    ///         print(books.map(\.title))
    ///     }
    ///
    /// The first results come at once. After that, changes of this context, saved or not, commits of other
    /// contexts and those of other processes each lead to new results; changes in quick succession may
    /// lead to one, which shows the last state. Objects are the context's own, so the loop must run where
    /// the context does. Not in SwiftData.
    ///
    /// - Parameter descriptor: which objects, in which order.
    /// - Returns: a sequence that ends when its task is cancelled, and throws when a fetch fails.
    public func observe<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> ObservedResults<T> {
        ObservedResults(context: self, descriptor: descriptor)
    }

    /// Has a signal raised for every change of the context or its stores.
    func addObserver(_ signal: ChangeSignal) {
        let observers = observers ?? ChangeHub()
        self.observers = observers
        observers.add(signal)
        core.hub.add(signal)
        core.watcher.start(core)
    }
}

/// The results of a fetch as they change; ``ModelContext/observe(_:)`` makes it.
///
///     let results = context.observe(FetchDescriptor<Book>())
public struct ObservedResults<T: PersistentModel>: AsyncSequence {
    /// The objects of one moment.
    public typealias Element = [T]

    let context: ModelContext
    let descriptor: FetchDescriptor<T>

    /// Begins with the results of now.
    public func makeAsyncIterator() -> Iterator { Iterator(context, descriptor) }

    /// Fetches whenever something has changed since the last results.
    ///
    ///     var results = context.observe(FetchDescriptor<Book>()).makeAsyncIterator()
    public struct Iterator: AsyncIteratorProtocol {
        private let context: ModelContext
        private let descriptor: FetchDescriptor<T>
        private let signal = ChangeSignal()
        private var shown: Moment?

        /// What the context knew when the last results were made.
        private struct Moment: Equatable {
            let activity: UInt64
            let epoch: UInt32
        }

        init(_ context: ModelContext, _ descriptor: FetchDescriptor<T>) {
            self.context = context
            self.descriptor = descriptor
            context.addObserver(signal)
        }

        /// The next results; nil when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [T]? {
            while !Task.isCancelled {
                // Counted before looking, so that a change while looking wakes the wait.
                let count = signal.count
                let session = try context.table(for: T.self).session
                try context.followStores()
                let moment = Moment(activity: context.activity, epoch: session.epoch)
                if moment != shown {
                    shown = moment
                    return try context.fetch(descriptor)
                }
                await signal.wait(after: count)
            }
            return nil
        }

        /// The next results; nil when the task is cancelled.
        public mutating func next() async throws -> [T]? { try await next(isolation: nil) }
    }
}

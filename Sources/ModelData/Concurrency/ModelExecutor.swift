import Dispatch

/// What runs the work of a ``ModelActor`` and holds its context.
///
///     let executor: any ModelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
///
/// Mirrors SwiftData's `ModelExecutor`; here every one is serial, so that an actor can always use it.
public protocol ModelExecutor: SerialExecutor {
    /// The context, which only the executor's work may use.
    var modelContext: ModelContext { get }
}

/// A ``ModelExecutor`` that runs one piece of work at a time.
///
///     let executor: any SerialModelExecutor = DefaultSerialModelExecutor(modelContext: context)
///
/// Mirrors SwiftData's `SerialModelExecutor`.
public protocol SerialModelExecutor: ModelExecutor {}

/// The executor that `@ModelActor` gives to actors: a queue of its own.
///
///     let executor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
///
/// Mirrors SwiftData's `DefaultSerialModelExecutor`.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    /// The context.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "ModelData.DefaultSerialModelExecutor")

    /// Makes an executor of a context that nobody else uses from then on.
    ///
    ///     let executor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    ///
    /// - Parameter modelContext: the context.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
    }

    /// Runs a piece of work after those that came before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// The executor as the concurrency runtime knows it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Stops the program when the caller doesn't run on the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

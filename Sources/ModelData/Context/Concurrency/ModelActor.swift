import Dispatch

/// An actor that has its own context and works outside the caller's actor.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///     func add(_ titles: [String]) throws {
///         for title in titles { modelContext.insert(Book(title: title)) }
///         try modelContext.save()
///     }
/// }
/// let importer = Importer(modelContainer: container)
/// ```
///
/// Objects must stay inside the actor, but their identifiers may be passed to other actors. `@ModelActor`
/// adds the required properties and an initializer. Mirrors SwiftData's `ModelActor`.
public protocol ModelActor: Actor {
    /// The container.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that runs the actor's work and holds its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The executor of the actor's work.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        modelExecutor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    ///
    /// Mirrors SwiftData's `modelContext`.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// Returns the object of a record; nil if the record doesn't exist or belongs to another model.
    ///
    /// ```swift
    /// @ModelActor
    /// actor Reader {
    ///     func title(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Book.self]?.title }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The record's identifier.
    ///   - type: The model.
    ///
    /// Mirrors SwiftData's `subscript(_:as:)`.
    public subscript<T: PersistentModel>(_ id: PersistentIdentifier, as type: T.Type) -> T? {
        modelContext[id, as: T.self]
    }
}

/// Makes an actor a ``ModelActor``: adds `init(modelContainer:)` and a context.
///
/// ```swift
/// @ModelActor
/// actor Counter {
///     func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Book>()) }
/// }
/// ```
///
/// Mirrors SwiftData's `@ModelActor`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "ModelDataMacros", type: "ModelActorMacro")

/// An executor that runs the work of a ``ModelActor`` and holds its context.
///
/// Mirrors SwiftData's `ModelExecutor`. Here every executor is serial, so that an actor can always use it.
public protocol ModelExecutor: SerialExecutor {
    /// The context. Only the executor's work may use it.
    var modelContext: ModelContext { get }
}

/// A ``ModelExecutor`` that runs one job at a time.
///
/// Mirrors SwiftData's `SerialModelExecutor`.
public protocol SerialModelExecutor: ModelExecutor {}

/// The executor of actors with `@ModelActor`: a serial dispatch queue.
///
/// If ``ModelContext/autosaveEnabled`` is true, it saves the context after each job with changes. Mirrors SwiftData's `DefaultSerialModelExecutor`.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    /// The context.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "ModelData.DefaultSerialModelExecutor")
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    /// How long the end of the process waits for the current job and its autosave.
    private static let exitWait = DispatchTimeInterval.seconds(5)

    /// Creates an executor for a context.
    ///
    /// - Parameter modelContext: The context. No other code may use it afterwards.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
        modelContext.executor = self
    }

    /// Whether the caller runs on the queue.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

    /// Runs work on the queue, after all earlier jobs.
    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs a job after all earlier ones.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
            Autosave(context: self.modelContext).performScheduled()
        }
    }

    /// Performs the context's waiting autosave at the end of the process.
    func saveAtExit() {
        if isCurrent { return Autosave(context: modelContext).saveAtExit() }
        let end = DispatchSemaphore(value: 0)
        queue.async {
            Autosave(context: self.modelContext).saveAtExit()
            end.signal()
        }
        _ = end.wait(timeout: .now() + Self.exitWait)
    }

    /// The executor as the concurrency runtime sees it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Stops the program if the caller doesn't run on the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

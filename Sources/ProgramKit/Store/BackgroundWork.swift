import Dispatch

/// Runs work that may block its thread: on locks, on files, or with long calculations.
///
/// The work runs on a dispatch queue instead of Swift's thread pool, which has one thread per processor and
/// stops if they are all blocked. Inside the work, `Task.isCancelled` and task-local values are those of the
/// caller's task.
enum BackgroundWork {
    private static let executor = Executor()

    /// Runs work outside the caller's actor, and waits for its result without blocking.
    static func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(executor) { try await perform(work) }
    }

    @concurrent
    private static func perform<Result: Sendable>(
        _ work: @Sendable () throws -> Result
    ) async throws -> Result { try work() }

    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "ProgramKit.BackgroundWork", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

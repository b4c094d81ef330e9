import Foundation

/// Whether the storage can be written, for balancers and monitoring.
///
/// Requests at the same time share one attempt, and its result is kept for a second. So anyone may ask, and a storage that
/// hangs has one waiting statement.
actor Readiness {
    private let storage: any SyncStorage
    private var attempt: (begin: ContinuousClock.Instant, isDone: Bool, task: Task<Bool, Never>)?

    /// How long the result of an attempt is used.
    private static let age = Duration.seconds(1)
    /// The maximum time for an attempt. A storage that takes longer isn't ready.
    private static let limit = Duration.seconds(5)

    init(_ storage: any SyncStorage) { self.storage = storage }

    /// Returns whether the storage can be written.
    func check() async -> Bool {
        let task = current()
        let (results, result) = AsyncStream.makeStream(of: Bool.self)
        let waiting = Task {
            result.yield(await task.value)
            result.finish()
        }
        let limiting = Task {
            try? await Task.sleep(for: Self.limit)
            result.yield(false)
            result.finish()
        }
        defer {
            waiting.cancel()
            limiting.cancel()
        }
        for await isReady in results { return isReady }
        return false
    }

    private func current() -> Task<Bool, Never> {
        if let attempt, !attempt.isDone || ContinuousClock.now - attempt.begin < Self.age {
            return attempt.task
        }
        let begin = ContinuousClock.now
        let task = Task { [storage] in
            let isReady = (try? await storage.checkWritable()) != nil
            attempt?.isDone = true
            return isReady
        }
        attempt = (begin, false, task)
        return task
    }
}

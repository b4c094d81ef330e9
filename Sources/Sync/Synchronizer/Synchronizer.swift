import Foundation
import ModelData
import SyncProtocol

/// Keeps a store the same as those of others, by way of a server.
///
/// ```swift
/// let synchronizer = try Synchronizer(container, models: [Destination.self, Sight.self], transport: transport)
/// let report = try await synchronizer.synchronize()
/// ```
///
/// It sends what isn't synchronized in batches, takes the merged versions from the answers, and pulls what others
/// changed. Whatever fails, nothing leaves the queue, and it is tried again.
public actor Synchronizer {
    /// What the synchronizer takes from outside, so that tests decide it.
    public struct Environment: Sendable {
        /// The time of day.
        public var now: @Sendable () -> Date
        /// Waits for some seconds.
        public var sleep: @Sendable (Double) async throws -> Void
        /// A number from 0 to 1.
        public var random: @Sendable () -> Double

        /// The real ones.
        public init(
            now: @escaping @Sendable () -> Date = { Date.now },
            sleep: @escaping @Sendable (Double) async throws -> Void = {
                try await Task.sleep(for: .seconds($0))
            },
            random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
        ) {
            self.now = now
            self.sleep = sleep
            self.random = random
        }
    }

    private let store: SyncStore
    private nonisolated let hasWritten: SyncStore.Mark
    private let transport: any SyncTransport
    private let environment: Environment
    private let batchSize: Int
    private var timer: Task<Void, Never>?
    private var running: Task<SyncReport, any Error>?
    /// How often everything was ended.
    private var stops = 0
    private var events: [AsyncStream<Event>.Continuation] = []
    /// Whether what an earlier version of the program left out was looked through.
    private var hasRetriedUnread = false

    /// What happens while the timer runs.
    public enum Event: Sendable {
        /// A synchronization ended well.
        case synchronized(SyncReport)
        /// A synchronization failed; the next is tried in some seconds.
        ///
        /// The error is a ``SyncError``, or one of ModelData's where the store can't be read or written.
        case failed(any Error, retryIn: Double)
    }

    /// A synchronizer of a store.
    ///
    /// - Parameters:
    ///   - container: The store's container. The synchronizer has a connection of its own.
    ///   - models: All models of the store that are synchronized, in the order in which they are sent.
    ///   - transport: The way to the server.
    ///   - batchSize: How many records a request has at most; 1 to 500.
    ///   - environment: Time and chance.
    /// - Throws: ``SyncError/noIdentifier(model:)``, and ModelData's errors when the store can't be written.
    public init(
        _ container: ModelContainer, models: [any Synchronizable.Type], transport: any SyncTransport,
        batchSize: Int = SyncLimits.recordsPerBatch, environment: Environment = Environment()
    ) throws {
        let context = ModelContext(container)
        context.author = SyncTracking.author
        store = try SyncStore(context, models: models)
        hasWritten = store.hasWritten
        self.transport = transport
        self.environment = environment
        self.batchSize = min(max(batchSize, 1), SyncLimits.recordsPerBatch)
        try store.use(server: transport.name)
        try store.recover()
    }

    // MARK: - Timer

    /// Synchronizes now and then again and again. Where it is running already, nothing happens.
    ///
    /// - Parameter interval: The pause between synchronizations, in seconds.
    public func start(every interval: Double = 20) {
        guard timer == nil else { return }
        let environment = environment
        timer = Task { [weak self] in
            var backoff = Backoff()
            while !Task.isCancelled {
                guard let pause = await self?.turn(interval, &backoff) else { return }
                do { try await environment.sleep(pause) } catch { return }
            }
        }
    }

    /// One synchronization of the timer.
    ///
    /// - Returns: How long to wait, in seconds.
    private func turn(_ interval: Double, _ backoff: inout Backoff) async -> Double {
        do {
            let report = try await synchronize()
            backoff.reset()
            emit(.synchronized(report))
            return interval
        } catch {
            let known = error as? SyncError
            var pause = backoff.next(environment.random)
            if let seconds = known?.pause { pause = max(pause, seconds) }
            if !(error is CancellationError) { emit(.failed(error, retryIn: pause)) }
            return pause
        }
    }

    /// Ends the timer, and waits for what is under way.
    public func stop() async {
        timer?.cancel()
        timer = nil
        stops += 1
        running?.cancel()
        _ = try? await running?.value
        for continuation in events { continuation.finish() }
        events = []
    }

    /// Whether the timer runs.
    public var isRunning: Bool { timer != nil }

    /// What happens from now on, while the timer runs.
    ///
    /// - Returns: The events; only the latest waits to be read.
    public func eventStream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(1))
        events.append(continuation)
        return stream
    }

    /// Whether the synchronizer wrote to the store since this was last asked: the change that others see is its own.
    ///
    /// ```swift
    /// if !synchronizer.takeHasWritten() { print("Another process has changed the data.") }
    /// ```
    public nonisolated func takeHasWritten() -> Bool { hasWritten.take() }

    private func emit(_ event: Event) {
        for continuation in events { continuation.yield(event) }
    }

    // MARK: - One synchronization

    /// Sends what changed here and takes what others changed, until both are done.
    ///
    /// Where a synchronization is under way, this waits for it, and begins another one if whoever began that cancels it.
    ///
    /// - Returns: What was done.
    /// - Throws: ``SyncError``, ModelData's errors, or `CancellationError`. What was being sent is in the queue again.
    @discardableResult
    public func synchronize() async throws -> SyncReport {
        let stops = stops
        while let running {
            do {
                return try await wait(for: running)
            } catch is CancellationError where !Task.isCancelled && stops == self.stops {
                // It was somebody else who was cancelled.
            }
        }
        let task = Task {
            // Before anybody goes on who waits for it.
            defer { running = nil }
            return try await exchange()
        }
        running = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The report of an exchange that somebody else began; the wait ends early when the task that waits is cancelled.
    private func wait(for exchange: Task<SyncReport, any Error>) async throws -> SyncReport {
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = await exchange.result
            ending.finish()
        }
        for await _ in end {}
        try Task.checkCancellation()
        return try await exchange.value
    }

    private func exchange() async throws -> SyncReport {
        var report = SyncReport()
        do {
            // A failure that took the store with it left what was being sent where it was.
            try store.recover()
            if !hasRetriedUnread {
                report.received += try store.applyUnread()
                hasRetriedUnread = true
            }
            do {
                try await pushAndPull(&report)
            } catch SyncError.tokenExpired {
                try store.recover()
                try store.restart()
                report.restarted = true
                try await pushAndPull(&report)
            }
            try store.recordOutcome(problem: nil, at: environment.now())
        } catch {
            try? store.recover()
            if !(error is CancellationError) {
                try? store.recordOutcome(
                    problem: (error as? SyncError).map(\.code) ?? "store", at: environment.now())
            }
            throw error
        }
        return report
    }

    private func pushAndPull(_ report: inout SyncReport) async throws {
        var limit = batchSize
        // A server that never says it is done, or keeps changing what it was sent, must not hold a program for ever.
        for _ in 0..<100_000 {
            try Task.checkCancellation()
            let token = try store.token()
            let sent = try store.nextBatch(limit: limit, refused: &report.refused)
            let request = SyncRequest.named(
                token: token, records: sent.map(\.record), limit: SyncLimits.recordsPerBatch,
                entities: store.shapes.names, node: try store.node())
            let answer: SyncAnswer
            let begin = Int64(environment.now().timeIntervalSince1970 * 1000)
            do {
                answer = try await transport.send(request)
            } catch SyncError.tooLarge where !sent.isEmpty {
                try store.recover()
                if sent.count == 1 {
                    try store.refuse(sent[0], for: SyncRefusal.Reason.recordTooLarge.rawValue)
                    report.refused += 1
                }
                limit = max(1, sent.count / 2)
                continue
            }
            try Task.checkCancellation()
            guard answer.clock.stamp <= SyncTriggers.lastMoment else {
                throw SyncError.garbled(server: transport.name, detail: "its clock is \(answer.clock)")
            }
            let result = try store.acknowledge(answer, sent: sent, token: token)
            report.add(result)
            let isAhead = begin > answer.clock.milliseconds + SyncLimits.clockTolerance
            if result.restamped > 0, isAhead { report.isClockAhead = true }
            if result.unanswered > 0 {
                throw SyncError.garbled(
                    server: transport.name, detail: "\(result.unanswered) records unanswered")
            }
            let isStuck = answer.more && answer.token == token && answer.changes.isEmpty && sent.isEmpty
            if isStuck { throw SyncError.garbled(server: transport.name, detail: "no progress") }
            limit = batchSize
            if !answer.more, try !store.hasUnsent() { return }
        }
    }
}

import Foundation
import ModelData
import SyncProtocol

/// Keeps a store equal to those of other devices, through a server.
///
/// ```swift
/// func synchronize(_ keys: AccountKeys) async throws -> SyncReport {
///     let server = try HTTPTransport(ServerAddress("https://sync.example.org"), token: "9f3a…")
///     let transport = SealingTransport(server, keys: keys)
///     let synchronizer = try Synchronizer(container, models: [Destination.self, Sight.self], transport: transport)
///     return try await synchronizer.synchronize()
/// }
/// ```
///
/// It sends unsent records in batches, applies the merged versions in the answers, and pulls the changes of other
/// devices. If anything fails, nothing leaves the queue, and the synchronizer tries again.
public actor Synchronizer {
    /// Time and randomness, which tests replace.
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
    private var size: BatchSize
    /// Called after each acknowledged part.
    private var report: (@Sendable (SyncReport) -> Void)?
    private var timer: Task<Void, Never>?
    private var running: Task<SyncReport, any Error>?
    /// The number of calls of `stop`.
    private var stops = 0
    private var events: [AsyncStream<Event>.Continuation] = []
    /// The room that the server last reported for records that it refused because of the quota.
    private var knownRoom = 0
    /// Whether the versions that an earlier version of the program couldn't decode were tried again.
    private var hasRetriedUnread = false

    /// An event while the timer runs.
    public enum Event: Sendable {
        /// A synchronization succeeded.
        case synchronized(SyncReport)
        /// A synchronization failed; the next is tried in some seconds.
        ///
        /// The error is a ``SyncError``, or one of ModelData's if the store can't be read or written.
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
        size = BatchSize(
            largest: min(max(batchSize, 1), SyncLimits.recordsPerBatch), known: try store.batchSize())
        try store.use(server: transport.name)
        try store.recover()
    }

    // MARK: - Timer

    /// Synchronizes now, and repeats it. If the timer is running, nothing happens.
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
    /// - Returns: The pause, in seconds.
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

    /// Ends the timer, and waits for the end of a running synchronization.
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

    /// The events from now on, while the timer runs.
    ///
    /// - Returns: The events; only the latest waits to be read.
    public func eventStream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(1))
        events.append(continuation)
        return stream
    }

    /// Whether the synchronizer wrote to the store since the last call. If so, an external change may be its own.
    ///
    /// ```swift
    /// if !synchronizer.takeHasWritten() { print("Another process has changed the data.") }
    /// ```
    public nonisolated func takeHasWritten() -> Bool { hasWritten.take() }

    private func emit(_ event: Event) {
        for continuation in events { continuation.yield(event) }
    }

    // MARK: - One synchronization

    /// Sends the local changes and applies those of other devices, until both are done.
    ///
    /// If a synchronization is running, this function waits for it. If the caller of that one cancels it, another one
    /// starts.
    ///
    /// - Parameter report: Called with the counts so far, after each part that the server acknowledged. Default: none.
    /// - Returns: The counts of sent and received records.
    /// - Throws: ``SyncError``, ModelData's errors, or `CancellationError`. The records that were being sent are in the
    ///   queue again.
    @discardableResult
    public func synchronize(reporting report: (@Sendable (SyncReport) -> Void)? = nil) async throws
        -> SyncReport
    {
        let stops = stops
        if let report { self.report = report }
        defer { if report != nil { self.report = nil } }
        while let running {
            do {
                return try await wait(for: running)
            } catch is CancellationError where !Task.isCancelled && stops == self.stops {
                // The other caller was cancelled.
            }
        }
        let task = Task {
            // Reset it before the waiting callers continue.
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

    /// Waits for the report of an exchange that another caller started. The wait ends early if its task is cancelled.
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
        // The next process begins with the size that worked.
        defer { try? store.remember(batchSize: size.isLargest ? nil : size.current) }
        do {
            // After a failure of the store, records may still be marked as being sent.
            try store.recover()
            if !hasRetriedUnread {
                report.received += try store.applyUnread()
                hasRetriedUnread = true
            }
            var isNewReplica = false
            while true {
                do {
                    try await pushAndPull(&report)
                    break
                } catch SyncError.tokenExpired where !report.restarted {
                    try store.recover()
                    try store.restart()
                    report.restarted = true
                } catch SyncError.copied where !isNewReplica {
                    try store.recover()
                    try store.becomeNewReplica()
                    isNewReplica = true
                }
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
        // The number of consecutive refusals because of a clock.
        var refusedClocks = 0
        // The limit ends the exchange with a server that never finishes.
        for _ in 0..<100_000 {
            try Task.checkCancellation()
            let token = try store.token()
            let sent = try store.nextBatch(limit: size.current, refused: &report.refused)
            let request = SyncRequest.named(
                token: token, records: sent.map(\.record),
                limit: size.isLargest ? SyncLimits.recordsPerBatch : size.current,
                entities: store.shapes.names, node: try store.node(), previous: try store.sentBatches())
            // Even if no answer arrives, the server may know the batch.
            if !sent.isEmpty { try store.note(sent: request.batch) }
            let answer: SyncAnswer
            let begin = Int64(environment.now().timeIntervalSince1970 * 1000)
            do {
                answer = try await transport.send(request)
            } catch SyncError.clockAhead(let clock) where !sent.isEmpty && refusedClocks < 5 {
                refusedClocks += 1
                try store.recover()
                report.restamped += try store.restamp(sent, after: clock)
                continue
            } catch let failure as SyncError where failure.mayDependOnSize {
                // If the store can't be written, the cause of the failure is reported.
                do { try store.recover() } catch { throw failure }
                if failure == .tooLarge, sent.count == 1 {
                    try store.refuse(sent[0], for: SyncRefusal.Reason.recordTooLarge.rawValue)
                    report.refused += 1
                } else if !size.shrink(
                    from: sent.isEmpty ? size.current : sent.count, isSilent: failure.isSilence)
                {
                    throw failure
                }
                continue
            }
            try Task.checkCancellation()
            guard answer.clock.stamp <= SyncTriggers.lastMoment else {
                throw SyncError.garbled(server: transport.name, detail: "its clock is \(answer.clock)")
            }
            let result = try store.acknowledge(answer, sent: sent, of: request.batch, token: token)
            report.add(result)
            let isAhead = begin > answer.clock.milliseconds + SyncLimits.clockTolerance
            if refusedClocks > 0, isAhead { report.isClockAhead = true }
            refusedClocks = 0
            if result.unanswered > 0 {
                throw SyncError.garbled(
                    server: transport.name, detail: "\(result.unanswered) records unanswered")
            }
            let isStuck = answer.more && answer.token == token && answer.changes.isEmpty && sent.isEmpty
            if isStuck { throw SyncError.garbled(server: transport.name, detail: "no progress") }
            size.grow(after: max(sent.count, answer.changes.count))
            self.report?(report)
            if !answer.more, try !store.hasUnsent() {
                defer { knownRoom = answer.room ?? knownRoom }
                guard let room = answer.room, room > knownRoom, try store.retryOverQuota() else { return }
            }
        }
    }
}

/// How long to wait after failures in a row: twice as long each time, and never all replicas at once.
///
/// ```swift
/// var backoff = Backoff(first: 2, longest: 300)
/// let seconds = backoff.next { 0.5 }
/// ```
public struct Backoff: Sendable {
    /// The pause after the first failure, in seconds.
    public let first: Double
    /// The longest pause, in seconds.
    public let longest: Double
    private var failures = 0

    /// Pauses that grow.
    ///
    /// - Parameters:
    ///   - first: The pause after the first failure, in seconds.
    ///   - longest: The longest pause, in seconds.
    public init(first: Double = 2, longest: Double = 300) {
        self.first = first
        self.longest = longest
    }

    /// The pause after one more failure: between half of it and all of it.
    ///
    /// - Parameter random: A number from 0 to 1.
    /// - Returns: Seconds.
    public mutating func next(_ random: () -> Double) -> Double {
        var pause = first
        for _ in 0..<min(failures, 20) where pause < longest { pause *= 2 }
        failures += 1
        return min(pause, longest) * (0.5 + 0.5 * min(max(random(), 0), 1))
    }

    /// Starts with the shortest pause again, after a success.
    public mutating func reset() { failures = 0 }
}

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ModelData

@Suite("Waiting for a lock")
struct LockWaitTests {
    /// Creates a store, and another connection that has locked it.
    private func lockedStore(in directory: TemporaryDirectory) throws -> (ModelContainer, StoreConnection) {
        let container = try container(directory.file(), Trip.self)
        let other = try StoreConnection(path: directory.file().path, timeout: 5)
        try other.perform { try $0.execute("BEGIN IMMEDIATE") }
        return (container, other)
    }

    /// Starts a task that locks a store again and again without a pause, until it is cancelled.
    private func lockRepeatedly(_ path: String) throws -> Task<Void, any Error> {
        let greedy = try StoreConnection(path: path, timeout: 20)
        return Task.detached {
            while !Task.isCancelled {
                try greedy.perform {
                    try $0.execute("BEGIN IMMEDIATE")
                    usleep(10_000)
                    try $0.execute("COMMIT")
                }
                // The test that cancels it needs a thread, too.
                await Task.yield()
            }
        }
    }

    @Test func `A lock wait is reported and ends when the task is cancelled`() async throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        let task = Task {
            try LockWait.$handler.withValue(.init { _ in withUnsafeCurrentTask { $0?.cancel() } }) {
                let context = ModelContext(container)
                context.insert(Trip(name: "Late"))
                try context.save()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try other.perform { try $0.execute("ROLLBACK") }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `A lock is acquired as soon as it is free, and the waiting save succeeds`() throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        try LockWait.$handler.withValue(.init { _ in try? other.perform { try $0.execute("ROLLBACK") } }) {
            let context = ModelContext(container)
            context.insert(Trip(name: "Late"))
            try context.save()
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test @MainActor func `While a save waits for a lock, its actor does other work`() async throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        let context = container.mainContext
        context.autosaveEnabled = false
        context.insert(Trip(name: "Late"))
        // The main actor is free, so this task can release the lock.
        let releasing = Task { try other.perform { try $0.execute("ROLLBACK") } }
        try await context.saveWhenUnlocked()
        try await releasing.value
        #expect(!context.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test @MainActor func `A suspended save ends when its task is cancelled, and the changes stay`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        let context = container.mainContext
        context.autosaveEnabled = false
        context.insert(Trip(name: "Late"))
        let task = Task {
            try await LockWait.$handler.withValue(.init { _ in withUnsafeCurrentTask { $0?.cancel() } }) {
                try await context.saveWhenUnlocked()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(context.insertedModelsArray.count == 1)
        try other.perform { try $0.execute("ROLLBACK") }
        try context.save()
    }

    @Test @MainActor func `A suspended save ends after the store's timeout`() async throws {
        let directory = try TemporaryDirectory()
        var configuration = ModelConfiguration(url: directory.file())
        configuration.lockTimeout = 0
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let other = try StoreConnection(path: directory.file().path, timeout: 5)
        try other.perform { try $0.execute("BEGIN IMMEDIATE") }
        container.mainContext.autosaveEnabled = false
        container.mainContext.insert(Trip(name: "Late"))
        await #expect(throws: ModelDataError.locked(path: directory.file().path, seconds: 0)) {
            try await container.mainContext.saveWhenUnlocked()
        }
    }

    @Test @MainActor func `Work runs with the lock, and an unused lock is released`() async throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Trip.self)
        let other = try StoreConnection(path: directory.file().path, timeout: 0)
        let context = container.mainContext
        let isLocked = try await context.whenUnlocked {
            try other.perform { try !$0.executeWithoutWaiting("BEGIN IMMEDIATE") }
        }
        #expect(isLocked)
        #expect(try other.perform { try $0.executeWithoutWaiting("BEGIN IMMEDIATE; ROLLBACK") })
        context.insert(Trip(name: "Early"))
        try await context.whenUnlocked { try context.transaction { context.insert(Trip(name: "Later")) } }
        #expect(try other.perform { try $0.number("SELECT count(*) FROM Trip") } == 2)
    }

    @Test @MainActor func `The changes of another process are merged after the wait`() async throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Trip.self)
        let context = container.mainContext
        context.autosaveEnabled = false
        let trip = Trip(name: "Rome")
        context.insert(trip)
        try await context.saveWhenUnlocked()
        let second = ModelContext(container)
        for found in try second.fetch(FetchDescriptor<Trip>()) { found.name = "Paris" }
        context.insert(Trip(name: "Oslo"))
        try second.save()
        try await context.saveWhenUnlocked()
        #expect(trip.name == "Paris")
    }

    @Test(.level(.default)) @MainActor
    func `Processes that lock repeatedly without a pause don't starve suspended saves`() async throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Trip.self)
        let holding = try lockRepeatedly(directory.file().path)
        for number in 1...20 {
            let context = ModelContext(container)
            context.insert(Trip(name: "\(number)"))
            try await context.saveWhenUnlocked()
        }
        holding.cancel()
        _ = await holding.result
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 20)
    }

    @Test func `The synchronous methods of a context wait for at most its timeout`() throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        let context = ModelContext(container)
        context.lockTimeout = 0
        context.insert(Trip(name: "Late"))
        #expect(throws: ModelDataError.locked(path: directory.file().path, seconds: 0)) {
            try context.save()
        }
        try other.close()
    }

    @Test @MainActor func `While opening a store waits for a lock, its actor does other work`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file().path
        let other = try StoreConnection(path: path, timeout: 20)
        try other.perform { try $0.execute("CREATE TABLE other (x); DROP TABLE other; BEGIN IMMEDIATE") }
        // The main actor is free, so this task can release the lock.
        let releasing = Task { try other.perform { try $0.execute("ROLLBACK") } }
        let opened = try await LockWait.whenUnlocked { try container(directory.file(), Trip.self) }
        try await releasing.value
        #expect(try opened.mainContext.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `A process that has waited longer retries more often`() {
        let pauses = [0.5, 2, 5, 10].map { LockWaiter.pause(afterSeconds: $0, tries: 100) }
        #expect(pauses == pauses.sorted(by: >))
        #expect(Set(pauses).count == pauses.count)
        #expect(LockWaiter.pause(afterSeconds: 0, tries: 0) < pauses[0])
    }

    @Test(.level(.default)) func `Processes that lock repeatedly without a pause don't starve others`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Trip.self)
        let holding = try lockRepeatedly(directory.file().path)
        for number in 1...20 {
            let context = ModelContext(container)
            context.insert(Trip(name: "\(number)"))
            try context.save()
        }
        holding.cancel()
        _ = await holding.result
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 20)
    }

    @Test func `Statements for which SQLite doesn't wait are retried until the lock is free`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file().path
        let maker = try StoreConnection(path: path, timeout: 20)
        let other = try StoreConnection(path: path, timeout: 20)
        // Simulate another process that is about to write the store's first page.
        try other.perform { try $0.execute("CREATE TABLE other (x); BEGIN IMMEDIATE") }
        let tries = Mutex(0)
        try LockWait.$handler.withValue(
            .init { _ in
                tries.withLock { $0 += 1 }
                try? other.perform { try $0.execute("ROLLBACK") }
            }
        ) {
            _ = try maker.perform { try $0.retryingWhileBusy { try $0.value("PRAGMA journal_mode = WAL") } }
        }
        #expect(tries.withLock { $0 } > 0)
        #expect(try maker.perform { try $0.value("PRAGMA journal_mode") } == .text("wal"))
    }
}

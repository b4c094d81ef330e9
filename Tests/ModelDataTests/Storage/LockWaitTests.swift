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

    @Test func `A process that has waited longer retries more often`() {
        let pauses = [0.5, 2, 5, 10].map { LockWaiter.pause(afterSeconds: $0, tries: 100) }
        #expect(pauses == pauses.sorted(by: >) && Set(pauses).count == pauses.count)
        #expect(LockWaiter.pause(afterSeconds: 0, tries: 0) < pauses[0])
    }

    @Test(.level(.default)) func `Processes that lock repeatedly without a pause don't starve others`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Trip.self)
        let greedy = try StoreConnection(path: directory.file().path, timeout: 20)
        let holding = Task.detached {
            while !Task.isCancelled {
                try greedy.perform {
                    try $0.execute("BEGIN IMMEDIATE")
                    usleep(10_000)
                    try $0.execute("COMMIT")
                }
            }
        }
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

import Foundation
import Testing

@testable import ModelData

@Suite("Waiting for a lock")
struct LockWaitTests {
    /// A store, and a connection of somebody else that has it locked.
    private func lockedStore(in directory: TemporaryDirectory) throws -> (ModelContainer, StoreConnection) {
        let container = try container(directory.file(), Trip.self)
        let other = try StoreConnection(path: directory.file().path, timeout: 5)
        try other.perform { try $0.execute("BEGIN IMMEDIATE") }
        return (container, other)
    }

    @Test("Who waits for another one's lock is told so, and stops waiting when the task is cancelled")
    func cancelled() async throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        let task = Task {
            try LockWait.$notice.withValue({ _ in withUnsafeCurrentTask { $0?.cancel() } }) {
                let context = ModelContext(container)
                context.insert(Trip(name: "Late"))
                try context.save()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try other.perform { try $0.execute("ROLLBACK") }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test("A lock that becomes free is taken, and what waited for it is saved")
    func freed() throws {
        let directory = try TemporaryDirectory()
        let (container, other) = try lockedStore(in: directory)
        try LockWait.$notice.withValue({ _ in try? other.perform { try $0.execute("ROLLBACK") } }) {
            let context = ModelContext(container)
            context.insert(Trip(name: "Late"))
            try context.save()
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }
}

import GRDB

/// A queue that groups writes into common transactions (group commit).
///
/// Writes that arrive during a commit run in the next transaction. Each has its own savepoint, so that a
/// failed write doesn't roll back the others. A write succeeds when the transaction is committed.
actor WriteQueue {
    private let pool: DatabasePool
    private let files: OpenFiles
    private var waiting: [Work] = []
    private var isRunning = false

    /// The maximum number of writes in a transaction. If there were more, the first writes would wait for a
    /// long time.
    private static let maximumBatchSize = 64

    private struct Work: Sendable {
        /// Runs the write in a savepoint. Returns a closure to call after the commit. If the commit failed,
        /// the closure gets the error.
        let run: @Sendable (Database) -> @Sendable ((any Error)?) -> Void
        /// Called if the transaction can't begin.
        let fail: @Sendable (any Error) -> Void
    }

    init(_ pool: DatabasePool, _ files: OpenFiles) {
        self.pool = pool
        self.files = files
    }

    /// Runs a closure in a transaction, and returns after the commit.
    ///
    /// - Throws: The errors of the closure and of the commit.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                Work(
                    run: { database in
                        let result = Result { try Self.savepoint(database, body) }
                        return { failure in
                            continuation.resume(with: failure.map { .failure($0) } ?? result)
                        }
                    }, fail: { continuation.resume(throwing: $0) }))
            if isRunning { return }
            isRunning = true
            Task { await drain() }
        }
    }

    private func drain() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.maximumBatchSize))
            waiting.removeFirst(batch.count)
            await commit(batch)
        }
        isRunning = false
    }

    private func commit(_ batch: [Work]) async {
        do {
            let finishing = try await pool.writeWithoutTransaction { [files] database in
                try files.check()
                try database.beginTransaction(.immediate)
                let answers = batch.map { $0.run(database) }
                var failure: (any Error)?
                do {
                    try database.commit()
                } catch {
                    failure = error
                    try? database.rollback()
                }
                // If the file was moved or deleted, report the commit as failed.
                if failure == nil {
                    do { try files.check() } catch { failure = error }
                }
                return (answers, failure)
            }
            for answer in finishing.0 { answer(finishing.1) }
        } catch {
            for work in batch { work.fail(error) }
        }
    }

    private static func savepoint<Value>(_ database: Database, _ body: (Database) throws -> Value) throws
        -> Value
    {
        var value: Value?
        try database.inSavepoint {
            value = try body(database)
            return .commit
        }
        guard let value else { throw StorageError.unreadable("the answer of a transaction") }
        return value
    }
}

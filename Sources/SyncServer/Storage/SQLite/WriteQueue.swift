import GRDB

/// Writes that wait for the disk together.
///
/// While one transaction is being put on the disk, others arrive; they run in the next one, each in a savepoint, so
/// that one that fails takes nothing of the others back. Nobody hears of success before the transaction is final.
actor WriteQueue {
    private let pool: DatabasePool
    private let files: OpenFiles
    private var waiting: [Work] = []
    private var isRunning = false

    /// As many writes share a transaction at most: more would keep the first ones waiting for long.
    private static let most = 64

    private struct Work: Sendable {
        /// Runs in a savepoint; what it returns is called when the transaction is final, or with its failure.
        let run: @Sendable (Database) -> @Sendable ((any Error)?) -> Void
        /// Called where the transaction didn't even begin.
        let fail: @Sendable (any Error) -> Void
    }

    init(_ pool: DatabasePool, _ files: OpenFiles) {
        self.pool = pool
        self.files = files
    }

    /// Runs a body in a transaction.
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
            let batch = Array(waiting.prefix(Self.most))
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
                // What is final in a file that nobody finds again is nowhere.
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

import Foundation

/// A position in a store's history. Later changes have later positions, also after older ones were deleted.
package struct HistoryPosition: Equatable, Sendable {
    /// The number of the last transaction.
    package let transaction: Int64
    /// The number of the last change in that transaction.
    package let change: Int64

    /// The position before all changes.
    package static let start = HistoryPosition(transaction: 0, change: 0)

    package init(transaction: Int64, change: Int64) {
        (self.transaction, self.change) = (transaction, change)
    }
}

/// The changes of one kind that a transaction made to the records of a model, or to the rows of a join table.
package struct RecordedChangeSet {
    /// What a transaction was.
    package enum Origin: Sendable { case change, undo, redo }

    /// The changes, all of one kind.
    package enum Changes {
        /// The numbers of inserted records.
        case inserts([Int64])
        /// The numbers of updated records, and the names of the changed columns with their old values.
        case updates([(record: Int64, old: [(column: String, value: StoredValue)])])
        /// The numbers of deleted records, and the last values of all columns by name.
        case deletes([(record: Int64, old: [String: StoredValue])])
    }

    package let position: HistoryPosition
    /// The model or join table.
    package let model: String
    /// The time of the transaction.
    package let date: Date
    package let author: String?
    package let origin: Origin
    package let changes: Changes
}

extension SQLAccess {
    /// The position of the latest change in the history, also if the history was deleted.
    package var historyPosition: HistoryPosition {
        get throws {
            HistoryPosition(
                transaction: try number("SELECT seq FROM sqlite_sequence WHERE name = '_history'"),
                change: try number("SELECT coalesce(max(_id), 0) FROM _history_change"))
        }
    }

    /// Passes the changes of some models and join tables after a position to a function, in their order.
    ///
    /// The changes are read in pages, so that a long history needs little memory.
    ///
    /// - Parameters:
    ///   - names: The names of the models and join tables.
    ///   - start: The position after which changes are read.
    ///   - onlyDeletions: Whether only deletions are read. Default: no.
    ///   - process: Receives the changes.
    /// - Throws: The error of `process`; ``ModelDataError/damagedHistory(path:transaction:)``.
    package func forEachChange(
        of names: [String], after start: HistoryPosition, onlyDeletions: Bool = false,
        _ process: (RecordedChangeSet) throws -> Void
    ) throws {
        if names.isEmpty { return }
        let kinds = onlyDeletions ? "= 2" : "IN (0, 1, 2)"
        let list = names.map(\.literalSQL).joined(separator: ", ")
        var position = start
        while true {
            let page = try rows(
                """
                SELECT c.model, c.kind, c.columns, c.records, c.count, c._id, c._transaction, h.at, h.author, h.kind
                FROM _history_change AS c JOIN _history AS h ON h._id = c._transaction
                WHERE c.model IN (\(list)) AND c.kind \(kinds) AND (c._transaction > ?1 OR (c._transaction = ?1 AND c._id > ?2))
                ORDER BY c._transaction, c._id LIMIT 100
                """, .integer(position.transaction), .integer(position.change))
            for row in page {
                guard case .integer(let change) = row[5], case .integer(let transaction) = row[6] else {
                    continue
                }
                guard let recorded = RecordedRow(row), case .real(let at) = row[7] else {
                    throw ModelDataError.damagedHistory(path: path, transaction: transaction)
                }
                position = HistoryPosition(transaction: transaction, change: change)
                try process(
                    RecordedChangeSet(
                        position: position, model: recorded.model,
                        date: Date(timeIntervalSinceReferenceDate: at), author: row[8].text,
                        origin: row[9] == .integer(1) ? .undo : row[9] == .integer(2) ? .redo : .change,
                        changes: recorded.byColumnName))
            }
            if page.count < 100 { return }
        }
    }
}

extension RecordedRow {
    fileprivate var byColumnName: RecordedChangeSet.Changes {
        func named(_ change: RecordedChange) -> [(column: String, value: StoredValue)] {
            change.old.map { (columns[$0.column], $0.value) }
        }
        return switch kind {
        case .insert: .inserts(changes.map(\.record))
        case .update: .updates(changes.map { ($0.record, named($0)) })
        case .delete:
            .deletes(
                changes.map { change in
                    let old = change.old.lazy.map { (columns[$0.column], $0.value) }
                    return (change.record, Dictionary(old) { first, _ in first })
                })
        }
    }
}

import Foundation

/// A summary of one transaction of a store's history: its time, author, note, and the number of changed
/// records.
///
/// ```swift
/// for step in try context.historySummaries(limit: 10) {
///     print(step.date, step.note ?? "", step.inserted["Book"] ?? 0)
/// }
/// ```
///
/// Not in SwiftData, whose history has no notes.
public struct HistoryTransactionSummary: Sendable, Hashable, Identifiable {
    /// The kind of a transaction.
    public enum Kind: Int64, Sendable, Hashable, Codable {
        /// An ordinary change.
        case change = 0
        /// An undo of a change.
        case undo = 1
        /// A redo, which reverses an undo.
        case redo = 2
    }

    /// The number of the transaction in its store. Later transactions have greater numbers.
    public let id: Int64
    /// The time of the save.
    public let date: Date
    /// The author, from ``ModelContext/author``.
    public let author: String?
    /// The program's note, from ``ModelContext/transactionNote``.
    public let note: String?
    /// The kind of the transaction.
    public let kind: Kind
    /// The number of the transaction that this undo or redo reverses, or nil.
    public let reverses: Int64?
    /// Whether an undo or redo has reversed this transaction. False if that undo or redo was itself reversed.
    public let isReversed: Bool
    /// The number of inserted records of each model.
    public let inserted: [String: Int]
    /// The number of changed records of each model.
    public let updated: [String: Int]
    /// The number of deleted records of each model.
    public let deleted: [String: Int]
}

import Foundation

/// One transaction of a store's history: when, by whom, what for, and how much of what.
///
///     for step in try context.historySummaries(limit: 10) {
///         print(step.date, step.note ?? "", step.inserted["Book"] ?? 0)
///     }
///
/// Not in SwiftData, whose history lists changes without notes.
public struct HistoryTransactionSummary: Sendable, Hashable, Identifiable {
    /// What a transaction was.
    ///
    ///     let kind = HistoryTransactionSummary.Kind.undo
    public enum Kind: Int64, Sendable, Hashable, Codable {
        /// It changed something.
        case change = 0
        /// It reversed a change.
        case undo = 1
        /// It reversed an undo.
        case redo = 2
    }

    /// The number of the transaction in its store; greater ones are later.
    public let id: Int64
    /// When it was saved.
    public let date: Date
    /// Who made it.
    public let author: String?
    /// What it was for, in the words of ``ModelContext/transactionNote``.
    public let note: String?
    /// What it was.
    public let kind: Kind
    /// The transaction that it reversed, for an undo or redo.
    public let reverses: Int64?
    /// Whether it was itself reversed, and not brought back since.
    public let isReversed: Bool
    /// How many records of each model it inserted.
    public let inserted: [String: Int]
    /// How many records of each model it changed.
    public let updated: [String: Int]
    /// How many records of each model it deleted.
    public let deleted: [String: Int]
}

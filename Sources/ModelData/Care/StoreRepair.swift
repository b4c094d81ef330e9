import Foundation

/// What the repair of a store found and did.
///
///     let repair = try StoreCare(url: url, for: schema).repair()
///     for table in repair.tables where !table.lost.isEmpty {
///         print(table.name, table.lost)
///     }
public struct StoreRepair: Sendable, Hashable {
    /// How much of one table was saved.
    ///
    ///     let count = repair.tables.first { $0.name == "Book" }?.saved
    public struct Table: Sendable, Hashable {
        /// The name: that of the model, or of the relationship whose pairs the table holds.
        public let name: String
        /// Whether the table holds pairs of related records, not records.
        public let isPairs: Bool
        /// How many records were saved.
        public internal(set) var saved: Int
        /// The numbers of the records that couldn't be read. Where a whole part of the table can't be read, the numbers of
        /// records that were deleted earlier are among them.
        public internal(set) var lost: [ClosedRange<Int64>]
        /// Whether nobody knows how many more there may have been.
        public let isOpenEnded: Bool

        /// How many records may be lost, at most.
        public var lostCount: Int {
            lost.reduce(0) { $0 + Int(clamping: $1.upperBound - $1.lowerBound + 1) }
        }
    }

    /// A value that couldn't be read, of a record that could.
    ///
    ///     for value in repair.replaced { print(value.model, value.record, value.property) }
    public struct Value: Sendable, Hashable {
        /// The model's name.
        public let model: String
        /// The record's number.
        public let record: Int64
        /// The property's name.
        public let property: String
        /// The table, as SQL has it.
        package let table: String
        /// The text that couldn't be read, where it was one.
        package let content: String?
    }

    /// What was wrong, in SQLite's words; empty where the store was whole.
    public internal(set) var problems: [String] = []
    /// Every table, in the order of the store; empty where the store was whole.
    public let tables: [Table]
    /// Whether the history, and with it what can be undone, was lost.
    public let isHistoryDropped: Bool
    /// How many references led to records that were lost, and were cut.
    public let cutReferences: Int
    /// The values that couldn't be read: a text lacks what is lost of it, others are as in a new object, nil or zero; an
    /// identifier is a new one.
    public package(set) var replaced: [Value] = []
    /// Whether the list of tables was damaged, so that some may be missing which the models don't ask for.
    package internal(set) var isSchemaMadeAnew = false
    /// The tables that the store keeps for itself, and for what is built on it, of which something couldn't be read.
    package internal(set) var damagedOwnTables: [String] = []
    /// Where the damaged store is kept; nil where the store was whole.
    public internal(set) var keptAt: URL?

    /// Whether something was lost.
    public var hasLosses: Bool {
        isHistoryDropped || cutReferences > 0 || !replaced.isEmpty
            || tables.contains { !$0.lost.isEmpty || $0.isOpenEnded }
    }
}

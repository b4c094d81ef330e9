import Foundation

/// The result of repairing a store.
///
/// ```swift
/// let repair = try StoreMaintainer(url: url, for: schema).repair()
/// for table in repair.tables where !table.lost.isEmpty {
///     print(table.name, table.lost)
/// }
/// ```
public struct StoreRepair: Sendable, Hashable {
    /// The saved and lost records of one table.
    public struct Table: Sendable, Hashable {
        /// The name of the model, or of the relationship for a join table.
        public let name: String
        /// Whether this is the join table of a many-to-many relationship instead of a model's table.
        public let isPairs: Bool
        /// The number of saved records.
        public internal(set) var saved: Int
        /// The numbers of the lost records. If a whole part of the table is unreadable, they include numbers
        /// of records that were deleted earlier.
        public internal(set) var lost: [ClosedRange<Int64>]
        /// Whether more records with unknown numbers may be lost.
        public let isOpenEnded: Bool

        /// The number of records in ``lost``. Some of them may have been deleted before the damage.
        public var lostCount: Int {
            lost.reduce(0) { $0 + Int(clamping: $1.upperBound - $1.lowerBound + 1) }
        }
    }

    /// An unreadable value of a saved record.
    public struct Value: Sendable, Hashable {
        /// The model's name.
        public let model: String
        /// The record's number.
        public let record: Int64
        /// The property's name.
        public let property: String
        /// The table's name as an SQL identifier.
        package let table: String
        /// The damaged text, if the value is a text.
        package let content: String?
    }

    /// SQLite's descriptions of the problems. Empty if the store was undamaged.
    public internal(set) var problems: [String] = []
    /// All tables, in the order of the store. Empty if the store was undamaged.
    public let tables: [Table]
    /// Whether the history was lost, and with it the ability to undo earlier changes.
    public let isHistoryDropped: Bool
    /// The number of references that were removed because they referred to lost records.
    public let cutReferences: Int
    /// The unreadable values that were replaced. A text keeps its readable parts, and an identifier gets a
    /// new value. Other values are as in a new object, nil or zero.
    public package(set) var replaced: [Value] = []
    /// Whether the list of tables was damaged. In that case, tables that the models don't need may be
    /// missing.
    package internal(set) var isSchemaMadeAnew = false
    /// The damaged internal tables of this library and of the modules based on it.
    package internal(set) var damagedOwnTables: [String] = []
    /// The file to which the damaged store was copied, or nil if the store was undamaged.
    public internal(set) var keptAt: URL?

    /// Whether data was lost.
    public var hasLosses: Bool {
        isHistoryDropped || cutReferences > 0 || !replaced.isEmpty
            || tables.contains { !$0.lost.isEmpty || $0.isOpenEnded }
    }
}

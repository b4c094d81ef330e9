import Foundation

/// A position in the history of a container's stores.
///
/// ```swift
/// let token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
/// ```
///
/// Mirrors SwiftData's `HistoryToken`.
public protocol HistoryToken: Comparable, Hashable, Codable, Sendable {}

/// The changes of one save, or of one transaction of several saves.
///
/// Mirrors SwiftData's `HistoryTransaction`.
public protocol HistoryTransaction: Sendable {
    /// The type of the token.
    associatedtype TokenType: HistoryToken
    /// The identifier of the store.
    var storeIdentifier: String { get }
    /// The number of the transaction in its store. Later transactions have greater numbers.
    var transactionIdentifier: Int64 { get }
    /// The transaction's position in the history.
    var token: TokenType { get }
    /// The time of the save.
    var timestamp: Date { get }
    /// The author, from ``ModelContext/author``.
    var author: String? { get }
    /// The changes, in the order in which they were written.
    var changes: [HistoryChange] { get }
}

/// A position in the history of all stores. It includes one transaction and all earlier transactions.
///
/// ```swift
/// let data = try JSONEncoder().encode(transaction.token)
/// ```
///
/// Transactions of one store are ordered by number, and transactions of several stores by time. A transaction
/// that is saved after the token was created is always later than the token, even if the transaction began
/// before. If a store isn't part of the token, all its transactions are later. Mirrors SwiftData's
/// `DefaultHistoryToken`.
public struct DefaultHistoryToken: HistoryToken, Identifiable {
    /// The type of ``tokenValue``.
    public typealias TokenType = [String: Int64]

    let store: String
    let transaction: Int64
    /// For each other store, the number of its last transaction before this position. Nil in the token of a
    /// single store.
    private let others: [String: Int64]?

    init(store: String, transaction: Int64, others: [String: Int64] = [:]) {
        self.store = store
        self.transaction = transaction
        self.others = others.isEmpty ? nil : others
    }

    /// For each store identifier, the number of the last transaction that the token includes, as in
    /// SwiftData.
    public var tokenValue: [String: Int64]? { numbers }

    /// For each store identifier, the number of the last transaction that the token includes.
    var numbers: [String: Int64] { (others ?? [:]).merging([store: transaction]) { $1 } }

    /// Returns the number of a store's last transaction that the token includes, or zero if the token doesn't
    /// include the store.
    func number(in store: String) -> Int64 {
        store == self.store ? transaction : others?[store] ?? 0
    }

    /// The token itself.
    public var id: Self { self }

    /// Returns whether the first token is earlier than the second token, so that it doesn't include the
    /// second token's transaction.
    public static func < (first: Self, second: Self) -> Bool {
        first.number(in: second.store) < second.transaction
    }

    /// Returns whether two tokens belong to the same transaction.
    public static func == (first: Self, second: Self) -> Bool {
        first.store == second.store && first.transaction == second.transaction
    }

    /// Hashes the transaction's store and number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(store)
        hasher.combine(transaction)
    }
}

/// One transaction of a store's history, with all its changes.
///
/// ```swift
/// let latest = HistoryDescriptor<DefaultHistoryTransaction>()
/// for transaction in try context.fetchHistory(latest) {
///     print(transaction.timestamp, transaction.author ?? "", transaction.changes.count)
/// }
/// ```
///
/// Mirrors SwiftData's `DefaultHistoryTransaction`.
public struct DefaultHistoryTransaction: HistoryTransaction, Identifiable, Hashable {
    /// The type of transaction numbers.
    public typealias TransactionIdentifier = Int64
    /// The type of the token.
    public typealias TokenType = DefaultHistoryToken

    /// The transaction's position in the history.
    public let token: DefaultHistoryToken
    /// The time of the save.
    public let timestamp: Date
    /// The author, from ``ModelContext/author``.
    public let author: String?
    /// The program's note, from ``ModelContext/transactionNote``. Not in SwiftData.
    public let note: String?
    /// The changes, in the order in which they were written.
    public internal(set) var changes: [HistoryChange] = []

    /// The identifier of the store.
    public var storeIdentifier: String { token.store }

    /// The number of the transaction in its store. Later transactions have greater numbers.
    public var transactionIdentifier: Int64 { token.transaction }

    /// The transaction's token. A transaction number alone is unique only within its store.
    ///
    /// In SwiftData, this is the transaction number. Here, ``transactionIdentifier`` has that number.
    public var id: DefaultHistoryToken { token }

    /// Always empty, because programs of this library have no bundles.
    ///
    /// Use ``author`` to distinguish the writers of a store.
    public var bundleIdentifier: String { "" }

    /// Always empty: the history doesn't record processes.
    ///
    /// Use ``author`` to distinguish the writers of a store.
    public var processIdentifier: String { "" }

    /// Returns whether two transactions are the same transaction of the same store.
    public static func == (first: Self, second: Self) -> Bool { first.token == second.token }

    /// Hashes the transaction's position in the history.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// Describes the transactions of the history to fetch or delete.
///
/// ```swift
/// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
/// descriptor.predicate = #Predicate { $0.author == "import" }
/// ```
///
/// A predicate can use all properties except `changes`. Mirrors SwiftData's `HistoryDescriptor`.
public struct HistoryDescriptor<Transaction: HistoryTransaction>: Sendable {
    /// The condition for transactions; nil for all transactions.
    public var predicate: Predicate<Transaction>?
    /// The maximum number of transactions; zero for no limit. Default: 0.
    public var fetchLimit: UInt64 = 0
    /// The order; if empty, the oldest first.
    public var sortBy: [SortDescriptor<Transaction>]

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: The condition for transactions. Default: all transactions.
    ///   - sortBy: The order. Default: the oldest first.
    public init(predicate: Predicate<Transaction>? = nil, sortBy: [SortDescriptor<Transaction>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

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

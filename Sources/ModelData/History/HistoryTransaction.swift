import Foundation

/// A place in the history of a container's stores.
///
///     let token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
///
/// Mirrors SwiftData's `HistoryToken`.
public protocol HistoryToken: Comparable, Hashable, Codable, Sendable {}

/// What one save, or one transaction of several saves, did.
///
/// Mirrors SwiftData's `HistoryTransaction`.
///
///     func date(of transaction: some HistoryTransaction) -> Date { transaction.timestamp }
public protocol HistoryTransaction: Sendable {
    /// The kind of the token.
    associatedtype TokenType: HistoryToken
    /// The identifier of the store.
    var storeIdentifier: String { get }
    /// The number of the transaction in its store; greater ones are later.
    var transactionIdentifier: Int64 { get }
    /// The transaction's place in the history.
    var token: TokenType { get }
    /// When it was saved.
    var timestamp: Date { get }
    /// Who made it.
    var author: String? { get }
    /// What it changed, in the order in which it was written.
    var changes: [HistoryChange] { get }
}

/// A place in the history: the number of a transaction in a store.
///
///     let data = try JSONEncoder().encode(transaction.token)
///
/// Tokens of one store are ordered as its transactions are; those of different stores by the stores'
/// identifiers. Mirrors SwiftData's `DefaultHistoryToken`.
public struct DefaultHistoryToken: HistoryToken {
    /// What ``tokenValue`` is of.
    public typealias TokenType = [String: Int64]

    let store: String
    let transaction: Int64

    /// The number of the transaction by the identifier of its store, as SwiftData has it.
    public var tokenValue: [String: Int64]? { [store: transaction] }

    /// Whether a transaction comes before another one.
    public static func < (first: Self, second: Self) -> Bool {
        first.store == second.store ? first.transaction < second.transaction : first.store < second.store
    }
}

/// One transaction of a store's history, with all its changes.
///
///     let latest = HistoryDescriptor<DefaultHistoryTransaction>()
///     for transaction in try context.fetchHistory(latest) {
///         print(transaction.timestamp, transaction.author ?? "", transaction.changes.count)
///     }
///
/// Mirrors SwiftData's `DefaultHistoryTransaction`.
public struct DefaultHistoryTransaction: HistoryTransaction, Identifiable, Hashable {
    /// What numbers transactions.
    public typealias TransactionIdentifier = Int64
    /// What tells the place in the history.
    public typealias TokenType = DefaultHistoryToken

    /// The identifier of the store.
    public let storeIdentifier: String
    /// The number of the transaction in its store; greater ones are later.
    public let transactionIdentifier: Int64
    /// When it was saved.
    public let timestamp: Date
    /// Who made it.
    public let author: String?
    /// What it was for, in the words of ``ModelContext/transactionNote``; not in SwiftData.
    public let note: String?
    /// What it changed, in the order in which it was written.
    public internal(set) var changes: [HistoryChange] = []

    /// The transaction's place in the history.
    public var token: DefaultHistoryToken {
        DefaultHistoryToken(store: storeIdentifier, transaction: transactionIdentifier)
    }

    /// The token, which is the transaction's only name across stores.
    ///
    /// SwiftData has the number here, which is ``transactionIdentifier``.
    public var id: DefaultHistoryToken { token }

    /// Empty: programs have no bundles here.
    ///
    /// Use ``author`` to tell the writers of a store apart.
    public var bundleIdentifier: String { "" }

    /// Empty: a store doesn't keep which process wrote to it.
    ///
    /// Use ``author`` to tell the writers of a store apart.
    public var processIdentifier: String { "" }

    /// Two transactions are equal when they are the same one of the same store.
    public static func == (first: Self, second: Self) -> Bool { first.token == second.token }

    /// Hashes the transaction's place in the history.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// Which transactions of the history to fetch or delete.
///
///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
///     descriptor.predicate = #Predicate { $0.author == "import" }
///
/// A predicate can ask for everything but the changes. Mirrors SwiftData's `HistoryDescriptor`.
public struct HistoryDescriptor<Transaction: HistoryTransaction>: Sendable {
    /// Which transactions; all when nil.
    public var predicate: Predicate<Transaction>?
    /// How many transactions at most; any number when zero.
    public var fetchLimit: UInt64 = 0
    /// The order; the oldest first when empty.
    public var sortBy: [SortDescriptor<Transaction>]

    /// Describes transactions.
    ///
    ///     let all = HistoryDescriptor<DefaultHistoryTransaction>()
    ///
    /// - Parameters:
    ///   - predicate: which transactions; all when nil.
    ///   - sortBy: the order.
    public init(predicate: Predicate<Transaction>? = nil, sortBy: [SortDescriptor<Transaction>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

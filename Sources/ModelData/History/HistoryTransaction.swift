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

/// A place in the history: a transaction, and those of every store that come before it.
///
///     let data = try JSONEncoder().encode(transaction.token)
///
/// The transactions of a store are ordered by their numbers, and those of several stores by the time. Whatever comes to
/// any of the stores afterwards is later than the token, also where it was begun before; a store that the token knows
/// nothing of is so from its beginning. Mirrors SwiftData's `DefaultHistoryToken`.
public struct DefaultHistoryToken: HistoryToken {
    /// What ``tokenValue`` is of.
    public typealias TokenType = [String: Int64]

    private enum CodingKeys: String, CodingKey {
        case store, transaction, others
    }

    let store: String
    let transaction: Int64
    /// The numbers up to which the transactions of other stores come before.
    private let others: [String: Int64]

    init(store: String, transaction: Int64, others: [String: Int64] = [:]) {
        self.store = store
        self.transaction = transaction
        self.others = others
    }

    /// Decodes a token; one that was encoded when tokens told of one store only knows nothing of others.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        store = try container.decode(String.self, forKey: .store)
        transaction = try container.decode(Int64.self, forKey: .transaction)
        others = try container.decodeIfPresent([String: Int64].self, forKey: .others) ?? [:]
    }

    /// Encodes the numbers with the identifiers of their stores.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(store, forKey: .store)
        try container.encode(transaction, forKey: .transaction)
        if !others.isEmpty { try container.encode(others, forKey: .others) }
    }

    /// The numbers of the last transactions by the identifiers of their stores, as SwiftData has it.
    public var tokenValue: [String: Int64]? { numbers }

    /// The numbers up to which the stores' transactions come before, or are the token's own.
    var numbers: [String: Int64] { others.merging([store: transaction]) { $1 } }

    /// The number for a store; zero where nothing is known of it.
    func number(in store: String) -> Int64 {
        store == self.store ? transaction : others[store] ?? 0
    }

    /// Whether a transaction comes before another one, which it then doesn't know of.
    public static func < (first: Self, second: Self) -> Bool {
        first.number(in: second.store) < second.transaction
    }

    /// Two tokens are equal when they are of the same transaction.
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

    /// The transaction's place in the history.
    public let token: DefaultHistoryToken
    /// When it was saved.
    public let timestamp: Date
    /// Who made it.
    public let author: String?
    /// What it was for, in the words of ``ModelContext/transactionNote``; not in SwiftData.
    public let note: String?
    /// What it changed, in the order in which it was written.
    public internal(set) var changes: [HistoryChange] = []

    /// The identifier of the store.
    public var storeIdentifier: String { token.store }

    /// The number of the transaction in its store; greater ones are later.
    public var transactionIdentifier: Int64 { token.transaction }

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

import Foundation

/// The parts of a predicate for transactions that SQL can check. Because of them, a query for new
/// transactions doesn't read the whole history.
struct HistoryBounds {
    private var terms: [String] = []
    private(set) var arguments: [StoredValue] = []
    /// If the predicate asks for the transactions after a token: the last transaction in this store that the
    /// caller has already seen.
    private(set) var seen: Int64?
    /// The numbers in the predicate's token: for each store, the last transaction that the caller has already
    /// seen.
    private(set) var base: [String: Int64] = [:]
    private let store: String

    /// Finds the conditions that SQL can check. The caller must still evaluate the predicate for each
    /// transaction.
    ///
    /// - Parameters:
    ///   - predicate: The predicate; nil for all transactions.
    ///   - store: The identifier of the store whose history is read.
    init<T>(_ predicate: Predicate<T>?, store: String) {
        self.store = store
        if let predicate, T.self == DefaultHistoryTransaction.self { add(predicate.expression) }
    }

    /// The SQL WHERE clause; an empty string if there are no conditions.
    var condition: String { terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ") }

    private mutating func add(_ expression: any PredicateExpression) {
        if let conjuncts = (expression as? any SQLTranslatable)?.conjuncts {
            for condition in conjuncts { add(condition) }
        } else if let (first, symbol, second) = (expression as? any BoundExpression)?.bound {
            let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][symbol] ?? symbol
            for (property, symbol, value) in [(first, symbol, second), (second, mirrored, first)] {
                guard let keyPath = (property as? any VariableProperty)?.variableProperty,
                    let value = Self.constant(value)
                else { continue }
                return add(keyPath, symbol, value)
            }
        }
    }

    /// Returns the value of an expression that doesn't depend on a transaction, such as `saved!`, otherwise
    /// nil.
    private static func constant(_ expression: some PredicateExpression) -> Any? {
        try? expression.evaluate(PredicateBindings())
    }

    private mutating func add(_ keyPath: AnyKeyPath, _ symbol: String, _ value: Any) {
        switch (keyPath, value) {
        case (\DefaultHistoryTransaction.token, let token as DefaultHistoryToken): add(token, symbol)
        case (\DefaultHistoryTransaction.transactionIdentifier, let number as Int64):
            add("_id \(symbol) ?", .integer(number))
        case (\DefaultHistoryTransaction.timestamp, let date as Date):
            add("at \(symbol) ?", .real(date.timeIntervalSinceReferenceDate))
        default: break
        }
    }

    private mutating func add(_ token: DefaultHistoryToken, _ symbol: String) {
        let number = token.number(in: store)
        // Only the store of the token's own transaction has a transaction with an equal token.
        let isOwn = token.store == store
        switch symbol {
        case ">", ">=":
            let last = isOwn && symbol == ">=" ? number - 1 : number
            add("_id > ?", .integer(last))
            seen = max(seen ?? last, last)
            base.merge(token.numbers) { max($0, $1) }
        case "<", "<=": add("_id <= ?", .integer(isOwn && symbol == "<" ? number - 1 : number))
        default: add("_id = ?", .integer(isOwn ? number : 0))
        }
    }

    private mutating func add(_ term: String, _ argument: StoredValue) {
        terms.append(term)
        arguments.append(argument)
    }
}

/// A predicate node that compares two values.
private protocol BoundExpression {
    /// The operands and the operator; nil for an unknown operator.
    var bound: (any PredicateExpression, String, any PredicateExpression)? { get }
}

extension PredicateExpressions.Comparison: BoundExpression {
    var bound: (any PredicateExpression, String, any PredicateExpression)? {
        symbol.map { (lhs, $0, rhs) }
    }
}

extension PredicateExpressions.Equal: BoundExpression {
    var bound: (any PredicateExpression, String, any PredicateExpression)? { (lhs, "=", rhs) }
}

/// A predicate node for a property of the predicate's variable, such as `$0.token`.
private protocol VariableProperty {
    var variableProperty: AnyKeyPath? { get }
}

extension PredicateExpressions.KeyPath: VariableProperty {
    var variableProperty: AnyKeyPath? { root is PredicateExpressions.Variable<Root.Output> ? keyPath : nil }
}

import Foundation

/// What SQL can check of a predicate about transactions, so that the history isn't read from its beginning
/// whenever somebody asks for what is new.
struct HistoryBounds {
    private var terms: [String] = []
    private(set) var arguments: [StoredValue] = []
    /// The last transaction that was seen, where those after it are asked for by a token.
    private(set) var seen: Int64?
    /// The numbers of the tokens after which transactions are asked for, by the stores.
    private(set) var base: [String: Int64] = [:]
    private let store: String

    /// Finds the bounds that a predicate sets; what it asks for besides must still be checked.
    ///
    /// - Parameters:
    ///   - predicate: what is asked for; everything when nil.
    ///   - store: the identifier of the store whose history is read.
    init<T>(_ predicate: Predicate<T>?, store: String) {
        self.store = store
        if let predicate, T.self == DefaultHistoryTransaction.self { add(predicate.expression) }
    }

    /// The condition with its keyword; empty when there is none.
    var condition: String { terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ") }

    private mutating func add(_ expression: any PredicateExpression) {
        if let conjuncts = (expression as? any SQLTranslatable)?.conjuncts {
            for condition in conjuncts { add(condition) }
        } else if let comparison = expression as? any BoundExpression {
            guard let (first, symbol, second) = comparison.bound else { return }
            if let keyPath = (first as? any VariableProperty)?.variableProperty,
                let value = Self.constant(second)
            {
                add(keyPath, symbol, value)
            } else if let keyPath = (second as? any VariableProperty)?.variableProperty,
                let value = Self.constant(first)
            {
                let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
                add(keyPath, turned[symbol] ?? symbol, value)
            }
        }
    }

    /// The value of an expression that knows nothing of a transaction, such as `saved!`.
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
        // Of other stores a token says only what comes before its transaction.
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

/// A node that compares two values.
private protocol BoundExpression {
    /// Nil for a comparison that isn't known.
    var bound: (any PredicateExpression, String, any PredicateExpression)? { get }
}

extension PredicateExpressions.Comparison: BoundExpression {
    var bound: (any PredicateExpression, String, any PredicateExpression)? {
        switch op {
        case .lessThan: (lhs, "<", rhs)
        case .lessThanOrEqual: (lhs, "<=", rhs)
        case .greaterThan: (lhs, ">", rhs)
        case .greaterThanOrEqual: (lhs, ">=", rhs)
        @unknown default: nil
        }
    }
}

extension PredicateExpressions.Equal: BoundExpression {
    var bound: (any PredicateExpression, String, any PredicateExpression)? { (lhs, "=", rhs) }
}

/// A node that is a property of what the predicate is about.
private protocol VariableProperty {
    var variableProperty: AnyKeyPath? { get }
}

extension PredicateExpressions.KeyPath: VariableProperty {
    var variableProperty: AnyKeyPath? { root is PredicateExpressions.Variable<Root.Output> ? keyPath : nil }
}

import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let symbol =
            switch op {
            case .add: "+"
            case .subtract: "-"
            case .multiply: "*"
            @unknown default: throw UntranslatableExpression()
            }
        return try arithmetic(lhs, symbol, rhs, &translator)
    }
}

extension PredicateExpressions.IntDivision: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try arithmetic(lhs, "/", rhs, &translator, mayFail: true)
    }
}

extension PredicateExpressions.IntRemainder: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try arithmetic(lhs, "%", rhs, &translator, mayFail: true)
    }
}

extension PredicateExpressions.FloatDivision: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        // Division by zero gives NULL in SQL and infinity in Swift, so the divisor must be a constant.
        guard let divisor = (rhs as? any SQLTranslatable)?.constant, let number = divisor as? Double,
            number != 0
        else { throw UntranslatableExpression() }
        return try arithmetic(lhs, "/", rhs, &translator)
    }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        var result = try translator.sql(wrapped)
        guard isComputable(result) else { throw UntranslatableExpression() }
        result.sql = "(- \(result.sql))"
        result.column = nil
        return result
    }
}

/// Translates an operation on two numbers of the same type. SQL computes only with `Int` and `Double`.
private func arithmetic(
    _ lhs: any PredicateExpression, _ symbol: String, _ rhs: any PredicateExpression,
    _ translator: inout PredicateTranslator, mayFail: Bool = false
) throws -> Fragment {
    let first = try translator.sql(lhs)
    let second = try translator.sql(rhs)
    guard isComputable(first), isComputable(second) else { throw UntranslatableExpression() }
    var result = first
    result.sql = "(\(first.sql) \(symbol) \(second.sql))"
    result.arguments = first.arguments + second.arguments
    result.mayFail = mayFail || first.mayFail || second.mayFail
    result.mayBeNaN = first.type == Double.self
    result.column = nil
    if result.mayFail, result.mayBeNaN { throw UntranslatableExpression() }
    return result
}

private func isComputable(_ value: Fragment) -> Bool {
    !value.isOptional && (value.type == Int.self || value.type == Int64.self || value.type == Double.self)
}

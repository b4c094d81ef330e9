import Foundation

extension PredicateExpressions.Equal: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try equality(lhs, rhs, isEqual: true, &translator)
    }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try equality(lhs, rhs, isEqual: false, &translator)
    }
}

/// Translates `==` and `!=`. Optionals are compared with IS, because nil equals nil in Swift.
private func equality(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression, isEqual: Bool,
    _ translator: inout PredicateTranslator
) throws -> Fragment {
    var first = try translator.sql(lhs)
    var second = try translator.sql(rhs)
    if first.identifier != nil || second.identifier != nil {
        let (left, right) = (first, second)
        if !right.isNil { first = try left.compared(with: right) }
        if !left.isNil { second = try right.compared(with: left) }
    }
    if first.rows != nil || second.rows != nil { throw UntranslatableExpression() }
    if first.isNil || second.isNil {
        let other = first.isNil ? second : first
        if other.mayFail || other.mayBeNaN { throw UntranslatableExpression() }
        return .boolean("(\(other.sql) IS \(isEqual ? "" : "NOT ")NULL)", of: [other])
    }
    if case .none = first.comparison { throw UntranslatableExpression() }
    if case .none = second.comparison { throw UntranslatableExpression() }
    if first.mayBeNaN || second.mayBeNaN {
        if first.isOptional || second.isOptional || first.mayFail || second.mayFail {
            throw UntranslatableExpression()
        }
        return .boolean("((\(first.sql) = \(second.sql)) IS \(isEqual ? "" : "NOT ")1)", of: first, second)
    }
    guard first.isOptional || second.isOptional else {
        var result = Fragment.boolean(
            "(\(first.sql) \(isEqual ? "=" : "<>") \(second.sql))", of: first, second)
        if isEqual, translator.needsBounds, let bound = ColumnBound(first, "=", second) {
            result.bounds = [bound]
        }
        return result
    }
    if first.mayFail || second.mayFail { throw UntranslatableExpression() }
    return .boolean("(\(first.sql) IS \(isEqual ? "" : "NOT ")\(second.sql))", of: first, second)
}

extension PredicateExpressions.Comparison: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let first = try translator.sql(lhs)
        let second = try translator.sql(rhs)
        guard let symbol else { throw UntranslatableExpression() }
        return try ordered(first, symbol, second, translator)
    }

    /// The operator in SQL; nil if it is unknown.
    var symbol: String? {
        switch op {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        @unknown default: nil
        }
    }
}

/// Translates `<`, `<=`, `>` or `>=` between two values that aren't optional.
func ordered(
    _ first: Fragment, _ symbol: String, _ second: Fragment, _ translator: PredicateTranslator
) throws -> Fragment {
    guard case .ordered = first.comparison, case .ordered = second.comparison,
        !first.isOptional, !second.isOptional
    else { throw UntranslatableExpression() }
    if first.mayBeNaN || second.mayBeNaN {
        if first.mayFail || second.mayFail { throw UntranslatableExpression() }
        return .boolean("((\(first.sql) \(symbol) \(second.sql)) IS 1)", of: first, second)
    }
    var result = Fragment.boolean("(\(first.sql) \(symbol) \(second.sql))", of: first, second)
    if translator.needsBounds, let bound = ColumnBound(first, symbol, second) { result.bounds = [bound] }
    return result
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(element)
        guard let bounds = range as? any RangeBounds else { throw UntranslatableExpression() }
        var parts: [Fragment] = []
        for bound in try bounds.bounds(&translator) {
            parts.append(try ordered(value, bound.symbol, bound.value, translator))
        }
        if parts.isEmpty { return .boolean("1", of: []) }
        var result = Fragment.boolean("(\(parts.map(\.sql).joined(separator: " AND ")))", of: parts)
        result.bounds = parts.flatMap(\.bounds)
        return result
    }
}

/// An expression whose value is a range.
protocol RangeBounds {
    /// Returns the comparisons that a value in the range fulfils.
    func bounds(_ translator: inout PredicateTranslator) throws -> [(symbol: String, value: Fragment)]
}

extension PredicateExpressions.Range: RangeBounds {
    func bounds(_ translator: inout PredicateTranslator) throws -> [(symbol: String, value: Fragment)] {
        [(">=", try translator.sql(lower)), ("<", try translator.sql(upper))]
    }
}

extension PredicateExpressions.ClosedRange: RangeBounds {
    func bounds(_ translator: inout PredicateTranslator) throws -> [(symbol: String, value: Fragment)] {
        [(">=", try translator.sql(lower)), ("<=", try translator.sql(upper))]
    }
}

extension PredicateExpressions.Value: RangeBounds {
    func bounds(_ translator: inout PredicateTranslator) throws -> [(symbol: String, value: Fragment)] {
        guard let range = value as? any ConstantRange else { throw UntranslatableExpression() }
        return try range.anyBounds.map { symbol, bound in (symbol, try translator.constant(bound)) }
    }
}

/// A captured range, whose bounds are known before the query runs.
private protocol ConstantRange {
    var anyBounds: [(String, Any)] { get }
}

extension Range: ConstantRange {
    var anyBounds: [(String, Any)] { [(">=", lowerBound), ("<", upperBound)] }
}

extension ClosedRange: ConstantRange {
    var anyBounds: [(String, Any)] { [(">=", lowerBound), ("<=", upperBound)] }
}

extension PartialRangeFrom: ConstantRange {
    var anyBounds: [(String, Any)] { [(">=", lowerBound)] }
}

extension PartialRangeUpTo: ConstantRange {
    var anyBounds: [(String, Any)] { [("<", upperBound)] }
}

extension PartialRangeThrough: ConstantRange {
    var anyBounds: [(String, Any)] { [("<=", upperBound)] }
}

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
func arithmetic(
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

extension PredicateExpressions.Conjunction: SQLTranslatable {
    var conjuncts: [any PredicateExpression]? { [lhs, rhs] }

    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try translator.sql(lhs).joined("AND", translator.sql(rhs))
    }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try translator.sql(lhs).joined("OR", translator.sql(rhs))
    }
}

extension Fragment {
    /// Joins two conditions. If this one fails, for example by unwrapping nil, the result is NULL, because Swift
    /// doesn't evaluate the second one.
    func joined(_ word: String, _ second: Fragment) -> Fragment {
        if mayFail {
            return .boolean(
                "(CASE WHEN \(sql) IS NULL THEN NULL ELSE \(sql) \(word) \(second.sql) END)",
                of: [self, self, second])
        }
        return .boolean("(\(sql) \(word) \(second.sql))", of: self, second)
    }
}

extension PredicateExpressions.Negation: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let inner = try translator.sql(wrapped)
        return .boolean("(NOT \(inner.sql))", of: [inner])
    }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let condition = try translator.sql(test)
        let left = try translator.sql(trueBranch)
        let right = try translator.sql(falseBranch)
        if left.rows != nil || right.rows != nil { throw UntranslatableExpression() }
        let first = right.isNil ? left : try left.compared(with: right)
        let second = left.isNil ? right : try right.compared(with: left)
        var result = first.or(second)
        result.isOptional = first.isOptional || second.isOptional
        result.mayFail = condition.mayFail || first.mayFail || second.mayFail
        result.mayBeNaN = first.mayBeNaN || second.mayBeNaN
        result.isNil = false
        if result.mayBeNaN, result.isOptional { throw UntranslatableExpression() }
        if condition.mayFail {
            result.sql =
                "(CASE WHEN \(condition.sql) THEN \(first.sql) WHEN NOT \(condition.sql) "
                + "THEN \(second.sql) END)"
            result.arguments =
                condition.arguments + first.arguments + condition.arguments + second.arguments
        } else {
            result.sql = "(CASE WHEN \(condition.sql) THEN \(first.sql) ELSE \(second.sql) END)"
            result.arguments = condition.arguments + first.arguments + second.arguments
        }
        return result
    }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        var first = try translator.sql(lhs)
        // A stored to-many relationship is never nil, only empty.
        if first.rows != nil { return first }
        var second = try translator.sql(rhs)
        if !first.isNil { second = try second.compared(with: first) }
        if first.mayFail || first.mayBeNaN { throw UntranslatableExpression() }
        if first.isNil { return second }
        if first.identifier != nil { first = try first.compared(with: second) }
        var result = first.or(second)
        result.sql = "coalesce(\(first.sql), \(second.sql))"
        result.arguments = first.arguments + second.arguments
        result.isOptional = second.isOptional
        result.mayFail = second.mayFail
        result.mayBeNaN = second.mayBeNaN
        if result.mayBeNaN, result.isOptional { throw UntranslatableExpression() }
        return result
    }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        var result = try translator.sql(inner)
        if result.mayFail || result.mayBeNaN { throw UntranslatableExpression() }
        if result.isOptional {
            result.isOptional = false
            result.isNil = false
            result.mayFail = true
            // The object may be NULL, so its properties must not be read from the current row.
            result.object = result.object?.withoutRow
        }
        return result
    }
}

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(wrapped)
        if value.mayFail || value.mayBeNaN { throw UntranslatableExpression() }
        var unwrapped = value
        unwrapped.isOptional = false
        unwrapped.isNil = false
        translator.variables[variable.key] = unwrapped
        defer { translator.variables[variable.key] = nil }
        let inner = try translator.sql(transform)
        if inner.mayFail || inner.mayBeNaN { throw UntranslatableExpression() }
        if inner.rows != nil { throw UntranslatableExpression() }
        var result = inner
        if value.rows != nil { return result }
        result.isOptional = true
        // If the closure's SQL equals the value's SQL, the result is NULL exactly when the value is NULL.
        if inner.sql != value.sql {
            result.sql = "(CASE WHEN \(value.sql) IS NULL THEN NULL ELSE \(inner.sql) END)"
            result.arguments = value.arguments + inner.arguments
            result.column = nil
        }
        return result
    }
}

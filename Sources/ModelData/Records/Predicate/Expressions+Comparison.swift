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

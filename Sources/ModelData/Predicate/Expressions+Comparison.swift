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

/// `==` and `!=`. In Swift nil equals nil, so optionals are compared by IS.
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
    if first.rows != nil || second.rows != nil { throw Untranslatable(lhs) }
    if first.isNil || second.isNil {
        let other = first.isNil ? second : first
        if other.mayFail || other.mayBeNaN { throw Untranslatable(other.sql) }
        return .boolean("(\(other.sql) IS \(isEqual ? "" : "NOT ")NULL)", of: [other])
    }
    if case .none = first.comparison { throw Untranslatable(lhs) }
    if case .none = second.comparison { throw Untranslatable(rhs) }
    if first.mayBeNaN || second.mayBeNaN {
        if first.isOptional || second.isOptional || first.mayFail || second.mayFail {
            throw Untranslatable(lhs)
        }
        return .boolean("((\(first.sql) = \(second.sql)) IS \(isEqual ? "" : "NOT ")1)", of: first, second)
    }
    guard first.isOptional || second.isOptional else {
        var result = Fragment.boolean(
            "(\(first.sql) \(isEqual ? "=" : "<>") \(second.sql))", of: first, second)
        if isEqual, translator.wantsBounds, let bound = ColumnBound(first, "=", second) {
            result.bounds = [bound]
        }
        return result
    }
    if first.mayFail || second.mayFail { throw Untranslatable(lhs) }
    return .boolean("(\(first.sql) IS \(isEqual ? "" : "NOT ")\(second.sql))", of: first, second)
}

extension PredicateExpressions.Comparison: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let first = try translator.sql(lhs)
        let second = try translator.sql(rhs)
        let symbol =
            switch op {
            case .lessThan: "<"
            case .lessThanOrEqual: "<="
            case .greaterThan: ">"
            case .greaterThanOrEqual: ">="
            @unknown default: throw Untranslatable(self)
            }
        return try ordered(first, symbol, second, self, translator)
    }
}

/// An ordered comparison of two values that aren't nil.
func ordered(
    _ first: Fragment, _ symbol: String, _ second: Fragment, _ expression: Any,
    _ translator: PredicateTranslator
) throws -> Fragment {
    guard case .ordered = first.comparison, case .ordered = second.comparison,
        !first.isOptional, !second.isOptional
    else { throw Untranslatable(expression) }
    if first.mayBeNaN || second.mayBeNaN {
        if first.mayFail || second.mayFail { throw Untranslatable(expression) }
        return .boolean("((\(first.sql) \(symbol) \(second.sql)) IS 1)", of: first, second)
    }
    var result = Fragment.boolean("(\(first.sql) \(symbol) \(second.sql))", of: first, second)
    if translator.wantsBounds, let bound = ColumnBound(first, symbol, second) { result.bounds = [bound] }
    return result
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(element)
        guard let bounds = range as? any RangeBounds else { throw Untranslatable(self) }
        var parts: [Fragment] = []
        for bound in try bounds.bounds(&translator) {
            parts.append(try ordered(value, bound.symbol, bound.value, self, translator))
        }
        if parts.isEmpty { return .boolean("1", of: []) }
        var result = Fragment.boolean("(\(parts.map(\.sql).joined(separator: " AND ")))", of: parts)
        result.bounds = parts.flatMap(\.bounds)
        return result
    }
}

/// An expression for a range: what a value in it must be.
protocol RangeBounds {
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
        guard let range = value as? any ConstantRange else { throw Untranslatable(self) }
        return try range.anyBounds.map { symbol, bound in
            guard let fragment = translator.constant(bound, declared: type(of: bound)) else {
                throw Untranslatable(self)
            }
            return (symbol, fragment)
        }
    }
}

/// A range that is known before the query runs.
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

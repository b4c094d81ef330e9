import Foundation

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

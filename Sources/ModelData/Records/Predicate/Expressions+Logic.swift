import Foundation

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

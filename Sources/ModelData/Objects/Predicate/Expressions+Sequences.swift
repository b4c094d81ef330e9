import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        guard let list = (sequence as? any SQLTranslatable)?.constant, let values = elements(of: list)
        else { return try membershipOfRelated(&translator) }
        let element = try translator.sql(self.element)
        if case .none = element.comparison { throw UntranslatableExpression() }
        if element.mayBeNaN { throw UntranslatableExpression() }
        var hasNil = false
        var arguments: [StoredValue] = []
        for value in values {
            let fragment = try translator.constant(value)
            if case .none = fragment.comparison { throw UntranslatableExpression() }
            if fragment.isNil {
                hasNil = true
            } else {
                arguments += try fragment.compared(with: element).arguments
            }
        }
        // SQLite allows 32,766 arguments in a statement; leave some for the other conditions.
        if arguments.count > 30_000 { throw UntranslatableExpression() }
        return membership(of: element, in: arguments, hasNil: hasNil)
    }

    /// Translates the check whether an object belongs to a to-many relationship.
    private func membershipOfRelated(_ translator: inout PredicateTranslator) throws -> Fragment {
        let rows = try translator.relatedRows(sequence)
        let element = try translator.sql(self.element)
        guard element.object != nil, !element.mayFail else { throw UntranslatableExpression() }
        let query = rows.query(rows.record)
        return .boolean(
            "(\(element.sql) IS NOT NULL AND \(element.sql) IN \(query.sql))", of: [element, element, query])
    }

    private func membership(
        of element: Fragment, in arguments: [StoredValue], hasNil: Bool
    ) -> Fragment {
        let marks = Array(repeating: "?", count: arguments.count).joined(separator: ", ")
        let list = Fragment(sql: "(\(marks))", arguments: arguments, comparison: .equatable)
        guard element.isOptional else {
            // In SQL, `NULL IN ()` is false. Here NULL means a failure, so the result must remain NULL.
            if element.mayFail, arguments.isEmpty {
                return .boolean("(CASE WHEN \(element.sql) IS NOT NULL THEN 0 END)", of: [element])
            }
            return .boolean("(\(element.sql) IN \(list.sql))", of: element, list)
        }
        let condition = hasNil ? "IS NULL OR" : "IS NOT NULL AND"
        return .boolean(
            "(\(element.sql) \(condition) \(element.sql) IN \(list.sql))", of: [element, element, list])
    }
}

/// Returns the elements of a captured sequence; nil if the value is a text, data, or not a sequence.
private func elements(of value: Any) -> [Any]? {
    if value is String || value is Data { return nil }
    guard let sequence = value as? any Sequence else { return nil }
    return array(sequence)
}

private func array<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 as Any } }

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try textFunction("modeldata_contains", base, other, &translator)
    }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try textFunction("modeldata_starts", base, prefix, &translator)
    }
}

/// Translates a call of one of ModelData's SQL functions with two texts that aren't optional.
func textFunction<First: PredicateExpression, Second: PredicateExpression>(
    _ name: String, _ first: First, _ second: Second, _ translator: inout PredicateTranslator
) throws -> Fragment {
    guard First.Output.self == String.self, Second.Output.self == String.self else {
        throw UntranslatableExpression()
    }
    let first = try translator.sql(first)
    let second = try translator.sql(second)
    if first.isOptional || second.isOptional { throw UntranslatableExpression() }
    translator.needsFunctions = true
    return .boolean("\(name)(\(first.sql), \(second.sql))", of: first, second)
}

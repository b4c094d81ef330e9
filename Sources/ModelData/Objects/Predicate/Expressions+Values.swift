import Foundation

extension PredicateExpressions.Value: SQLTranslatable {
    var constant: Any? { .some(value) }

    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try translator.constant(value)
    }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        .null(Wrapped.self)
    }
}

extension PredicateExpressions.Variable: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        if key == translator.record { return translator.root }
        guard let fragment = translator.variables[key] else { throw UntranslatableExpression() }
        return fragment
    }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        guard let node = root as? any SQLTranslatable else { throw UntranslatableExpression() }
        if let known = node.constant, let value = known as? Root.Output {
            return try translator.constant(value[keyPath: keyPath])
        }
        let value = try translator.sql(of: node)
        if let rows = value.rows { return try count(of: rows) }
        if let scope = value.object, !value.isOptional {
            return try translator.property(keyPath, of: value, scope)
        }
        return try member(of: value, &translator)
    }

    /// Translates `count` and `isEmpty` of a to-many relationship.
    private func count(of rows: RelatedRows) throws -> Fragment {
        switch kind {
        case .collectionCount:
            var count = rows.query("count(*)")
            count.comparison = .ordered
            count.type = Int.self
            return count
        case .collectionIsEmpty:
            let query = rows.query("1")
            return .boolean("(NOT EXISTS \(query.sql))", of: [query])
        default: throw UntranslatableExpression()
        }
    }

    /// Translates a key path into a stored value, such as `title.count` or `status.rawValue`.
    private func member(
        of value: Fragment, _ translator: inout PredicateTranslator
    ) throws -> Fragment {
        if value.isOptional { throw UntranslatableExpression() }
        if value.type == String.self { return try textMember(of: value, &translator) }
        guard let column = value.column, let type = column.codec.wrappedType as? any RawRepresentable.Type
        else { throw UntranslatableExpression() }
        return try rawMember(of: value, type)
    }

    private func textMember(
        of value: Fragment, _ translator: inout PredicateTranslator
    ) throws -> Fragment {
        var result = value
        result.column = nil
        if keyPath == \String.isEmpty || kind == .collectionIsEmpty {
            return .boolean("(\(value.sql) = '')", of: [value])
        }
        translator.needsFunctions = true
        if keyPath == \String.count || kind == .collectionCount {
            result.sql = "modeldata_count(\(value.sql))"
            result.type = Int.self
            return result
        }
        if keyPath == \String.searchFolded {
            result.sql = "modeldata_fold(\(value.sql))"
            return result
        }
        throw UntranslatableExpression()
    }

    /// Translates a member of an enumeration if its value equals the raw value for all cases. Other members
    /// can't be translated.
    private func rawMember(of value: Fragment, _ type: any RawRepresentable.Type) throws -> Fragment {
        guard let plain = Output.self as? any ColumnValue.Type,
            let cases = (type as? any CaseIterable.Type).map({ allCases($0) }),
            cases.allSatisfy(leadsToRawValue)
        else { throw UntranslatableExpression() }
        var result = value
        result.column = nil
        result.type = Output.self
        result.comparison = plain.comparison
        return result
    }

    private func leadsToRawValue(from item: Any) -> Bool {
        guard let item = item as? Root.Output, let raw = item as? any RawRepresentable,
            let stored = try? (raw.rawValue as? any ColumnValue)?.storedValue,
            let member = item[keyPath: keyPath] as? any ColumnValue
        else { return false }
        return (try? member.storedValue) == stored
    }
}

private func allCases<T: CaseIterable>(_ type: T.Type) -> [Any] { type.allCases.map { $0 as Any } }

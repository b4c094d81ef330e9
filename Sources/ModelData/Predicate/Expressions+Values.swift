import Foundation

extension PredicateExpressions.Value: SQLTranslatable {
    var constant: Any? { .some(value) }

    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        guard var fragment = translator.constant(value, declared: Output.self) else {
            throw UntranslatableExpression(self)
        }
        // A captured optional that isn't nil is compared as its unwrapped value.
        if fragment.isNil { fragment.isOptional = true }
        return fragment
    }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        Fragment(sql: "NULL", comparison: .ordered, isOptional: true, isNil: true, type: Wrapped.self)
    }
}

extension PredicateExpressions.Variable: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        if key == translator.record { return translator.root }
        guard let fragment = translator.variables[key] else { throw UntranslatableExpression(self) }
        return fragment
    }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        guard let node = root as? any SQLTranslatable else { throw UntranslatableExpression(root) }
        if let known = node.constant, let value = known as? Root.Output {
            let member = value[keyPath: keyPath]
            guard let fragment = translator.constant(member, declared: Output.self) else {
                throw UntranslatableExpression(self)
            }
            return fragment
        }
        let value = try translator.sql(of: node)
        if let rows = value.rows { return try count(of: rows) }
        if let scope = value.object, !value.isOptional {
            guard let fragment = try translator.property(keyPath, of: value, scope) else {
                throw UntranslatableExpression(self)
            }
            return fragment
        }
        return try member(of: value, &translator)
    }

    /// Translates `count` and `isEmpty` of a to-many relationship.
    private func count(of rows: RelatedRows) throws -> Fragment {
        switch kind {
        case .collectionCount:
            let query = rows.query("count(*)")
            return Fragment(
                sql: query.sql, arguments: query.arguments, comparison: .ordered, type: Int.self)
        case .collectionIsEmpty:
            let query = rows.query("1")
            return Fragment(
                sql: "(NOT EXISTS \(query.sql))", arguments: query.arguments, comparison: .equatable,
                type: Bool.self)
        default: throw UntranslatableExpression(self)
        }
    }

    /// Translates a key path into a stored value, such as `title.count` or `status.rawValue`.
    private func member(
        of value: Fragment, _ translator: inout PredicateTranslator
    ) throws -> Fragment {
        if value.isOptional { throw UntranslatableExpression(self) }
        if value.type == String.self { return try textMember(of: value, &translator) }
        guard let column = value.column, let type = column.codec.wrappedType as? any RawRepresentable.Type
        else { throw UntranslatableExpression(self) }
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
        throw UntranslatableExpression(self)
    }

    /// Translates a member of an enumeration if its value equals the raw value for all cases. Other members
    /// can't be translated.
    private func rawMember(of value: Fragment, _ type: any RawRepresentable.Type) throws -> Fragment {
        guard let cases = (type as? any CaseIterable.Type).flatMap({ allCases($0) }) else {
            throw UntranslatableExpression(self)
        }
        var branches: [(StoredValue, Output)] = []
        var isRawValue = true
        for item in cases {
            guard let item = item as? Root.Output, let raw = item as? any RawRepresentable,
                let stored = try? (raw.rawValue as? any ColumnValue)?.storedValue
            else { throw UntranslatableExpression(self) }
            let member = item[keyPath: keyPath]
            branches.append((stored, member))
            let storedMember = try? (member as? any ColumnValue)?.storedValue
            isRawValue = isRawValue && storedMember == stored
        }
        guard isRawValue, let plain = Output.self as? any ColumnValue.Type else {
            throw UntranslatableExpression(self)
        }
        var result = value
        result.column = nil
        result.type = Output.self
        result.comparison = comparison(of: plain)
        return result
    }
}

private func allCases<T: CaseIterable>(_ type: T.Type) -> [Any] { type.allCases.map { $0 as Any } }

private func comparison<T: ColumnValue>(of type: T.Type) -> ColumnComparison { PlainCodec<T>.comparison }

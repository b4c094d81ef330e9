import Foundation

extension PredicateExpressions.TypeCheck: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(input)
        if value.mayFail { throw Untranslatable(self) }
        switch try translator.kinship(of: value, to: Desired.self) {
        case .all:
            if !value.isOptional { return .boolean("1", of: []) }
            return .boolean("(\(value.sql) IS NOT NULL)", of: [value])
        case .some(let condition): return .boolean("coalesce(\(condition.sql), 0)", of: [condition])
        case .none: return .boolean("0", of: [])
        }
    }
}

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(input)
        if value.mayFail { throw Untranslatable(self) }
        return try translator.cast(value, to: Desired.self)
    }
}

extension PredicateExpressions.ForceCast: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(input)
        if value.mayFail || value.isOptional { throw Untranslatable(self) }
        var result = try translator.cast(value, to: Desired.self)
        // Columns must be looked up by the record's number, which is NULL where the cast fails.
        result.object = result.object?.withoutRow
        result.isOptional = false
        result.isNil = false
        result.mayFail = true
        return result
    }
}

/// Which of the objects that an expression may stand for are of a class.
private enum Kinship {
    case all
    /// Those for which a condition holds.
    case some(Fragment)
    case none
}

extension PredicateTranslator {
    /// Which of the objects that an expression stands for are of a class.
    fileprivate mutating func kinship(of value: Fragment, to desired: Any.Type) throws -> Kinship {
        guard let scope = value.object, let type = desired as? any PersistentModel.Type else {
            throw Untranslatable(desired)
        }
        if scope.layout.shape.isKind(of: type) { return .all }
        // Objects of a class that the schema doesn't have can't be in the store.
        guard let kind = scope.layout.family?.kinds.first(where: { $0.type == type }),
            let layout = try context?.table(for: type).layout
        else { return .none }
        let names = layout.family?.kinds.map(\.name) ?? [kind.name]
        guard let qualifier = scope.qualifier else {
            let name = alias()
            let condition = ModelFamily.condition(names, qualifier: name)
            let source = "\(scope.layout.table) AS \(name) WHERE \(name)._id = \(value.sql)"
            return .some(
                Fragment(
                    sql: "(SELECT \(condition) FROM \(source))",
                    arguments: value.arguments, comparison: .equatable, type: Bool.self))
        }
        let condition = ModelFamily.condition(names, qualifier: qualifier)
        return .some(Fragment(sql: "(\(condition))", comparison: .equatable, type: Bool.self))
    }

    /// The object as one of another class, nil where it is none.
    fileprivate mutating func cast(_ value: Fragment, to desired: Any.Type) throws -> Fragment {
        var result = value
        result.isOptional = true
        switch try kinship(of: value, to: desired) {
        case .all: return try seen(result, as: desired)
        case .some(let condition):
            result.sql = "(CASE WHEN \(condition.sql) THEN \(value.sql) END)"
            result.arguments = condition.arguments + value.arguments
            return try seen(result, as: desired)
        case .none:
            return Fragment(sql: "NULL", comparison: .ordered, isOptional: true, isNil: true, type: desired)
        }
    }

    /// The object with the key paths of another class.
    private func seen(_ value: Fragment, as desired: Any.Type) throws -> Fragment {
        guard let type = desired as? any PersistentModel.Type, let scope = value.object,
            let table = try context?.table(for: type)
        else { throw Untranslatable(desired) }
        var result = value
        result.object = ModelScope(
            layout: table.layout, keyPaths: keyPaths(of: type, table), qualifier: scope.qualifier)
        result.records = table.layout
        result.type = type
        return result
    }

    private func keyPaths<T: PersistentModel>(of type: T.Type, _ table: RegisteredTable) -> KeyPathTable {
        table.keyPaths(type)
    }
}

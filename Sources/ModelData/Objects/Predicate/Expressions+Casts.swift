import Foundation

extension PredicateExpressions.TypeCheck: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(input)
        if value.mayFail { throw UntranslatableExpression() }
        switch try translator.classMatch(of: value, to: Desired.self) {
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
        if value.mayFail { throw UntranslatableExpression() }
        return try translator.cast(value, to: Desired.self)
    }
}

extension PredicateExpressions.ForceCast: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let value = try translator.sql(input)
        if value.mayFail || value.isOptional { throw UntranslatableExpression() }
        var result = try translator.cast(value, to: Desired.self)
        // If the cast fails, the record number is NULL. Look up columns by the record number, so that they
        // are NULL, too.
        result.object = result.object?.withoutRow
        result.isOptional = false
        result.isNil = false
        result.mayFail = true
        return result
    }
}

/// The result of a class check: whether all, some or none of an expression's possible objects are of a class.
private enum ClassMatch {
    case all
    /// Only objects that fulfil the SQL condition are of the class.
    case some(Fragment)
    case none
}

extension PredicateTranslator {
    /// Returns whether all, some or none of an expression's possible objects are of a class.
    fileprivate mutating func classMatch(of value: Fragment, to desired: Any.Type) throws -> ClassMatch {
        guard let scope = value.object, let type = desired as? any PersistentModel.Type else {
            throw UntranslatableExpression()
        }
        if scope.layout.shape.isKind(of: type) { return .all }
        // The store has no objects of a class that isn't in the schema.
        guard let kind = scope.layout.hierarchy?.kinds.first(where: { $0.type == type }),
            let layout = try registry?.table(for: type).layout
        else { return .none }
        let names = layout.hierarchy?.kinds.map(\.name) ?? [kind.name]
        guard let qualifier = scope.qualifier else {
            let name = alias()
            let condition = ModelHierarchy.condition(names, qualifier: name)
            let source = "\(scope.layout.table) AS \(name) WHERE \(name)._id = \(value.sql)"
            return .some(
                Fragment(
                    sql: "(SELECT \(condition) FROM \(source))",
                    arguments: value.arguments, comparison: .equatable, type: Bool.self))
        }
        let condition = ModelHierarchy.condition(names, qualifier: qualifier)
        return .some(Fragment(sql: "(\(condition))", comparison: .equatable, type: Bool.self))
    }

    /// Returns the object cast to another class; NULL if it isn't of that class.
    fileprivate mutating func cast(_ value: Fragment, to desired: Any.Type) throws -> Fragment {
        var result = value
        result.isOptional = true
        switch try classMatch(of: value, to: desired) {
        case .all: return try retyped(result, as: desired)
        case .some(let condition):
            result.sql = "(CASE WHEN \(condition.sql) THEN \(value.sql) END)"
            result.arguments = condition.arguments + value.arguments
            return try retyped(result, as: desired)
        case .none:
            return .null(desired)
        }
    }

    /// Returns the same object as an instance of another class, so that key paths of that class are found.
    private func retyped(_ value: Fragment, as desired: Any.Type) throws -> Fragment {
        guard let type = desired as? any PersistentModel.Type, let scope = value.object,
            let table = try registry?.table(for: type)
        else { throw UntranslatableExpression() }
        var result = value
        result.object = ModelScope(
            layout: table.layout, keyPaths: table.keyPaths(type), qualifier: scope.qualifier)
        result.records = table.layout
        result.type = type
        return result
    }
}

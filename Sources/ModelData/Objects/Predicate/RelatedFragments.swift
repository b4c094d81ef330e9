import Foundation

/// A model in a translated query, with its columns by key path.
struct ModelScope {
    let layout: EntityLayout
    let keyPaths: KeyPathTable
    /// The table name or alias that qualifies column names; nil if the object's row isn't part of the query.
    let qualifier: String?

    /// The same model, but its columns are looked up in a subquery by the record number.
    var withoutRow: ModelScope { ModelScope(layout: layout, keyPaths: keyPaths, qualifier: nil) }
}

/// The objects of a to-many relationship, as rows of a subquery.
struct RelatedRows {
    let scope: ModelScope
    /// The SQL after FROM.
    let source: String
    let arguments: [StoredValue]

    /// The SQL of the record number in the subquery.
    var record: String { "\(scope.qualifier ?? "")._id" }

    /// Returns the subquery, with an additional condition.
    func query(_ selection: String, where condition: Fragment? = nil) -> Fragment {
        let sql = "(SELECT \(selection) FROM \(source)\(condition.map { " AND \($0.sql)" } ?? ""))"
        return Fragment(
            sql: sql, arguments: arguments + (condition?.arguments ?? []), comparison: .none)
    }
}

extension String {
    /// Returns a column name qualified with this table name, unless the table name is empty.
    func qualifying(_ column: String) -> String { isEmpty ? column : "\(self).\(column)" }
}

extension PredicateTranslator {
    /// Returns a new alias for a table in a subquery.
    mutating func alias() -> String {
        aliases += 1
        return "r\(aliases)"
    }

    /// Translates a stored property of an object.
    mutating func property(
        _ keyPath: AnyKeyPath, of object: Fragment, _ scope: ModelScope
    ) throws -> Fragment {
        guard let index = scope.keyPaths.column(of: keyPath) else {
            guard scope.keyPaths.isIdentifier(keyPath) else { throw UntranslatableExpression() }
            return Fragment(
                sql: object.sql, arguments: object.arguments, comparison: .equatable, mayFail: object.mayFail,
                type: PersistentIdentifier.self, records: scope.layout)
        }
        let column = scope.layout.columns[index]
        switch column.role {
        case .value:
            var result = value("\(column.quoted)", of: object, scope)
            result.comparison = column.codec.comparison
            result.isOptional = column.codec.isOptional
            result.type = column.codec.wrappedType
            result.column = column
            return result
        case .key(let relationship):
            var result = value(column.quoted, of: object, scope)
            // Without a foreign key constraint, the record may have been deleted.
            if !relationship.isChecked {
                result = value("_id", of: result, try self.scope(of: relationship.target, qualifier: nil))
            }
            return try related(result, relationship)
        case .withoutColumn(let relationship):
            if object.mayFail { throw UntranslatableExpression() }
            let rows = try rows(of: relationship, object)
            if relationship.isToMany { return Fragment(sql: "", comparison: .none, rows: rows) }
            return try related(rows.query(rows.record), relationship)
        case .order: throw UntranslatableExpression()
        }
    }

    /// Translates a column of an object, from its row or by a subquery with its record number.
    private mutating func value(_ column: String, of object: Fragment, _ scope: ModelScope) -> Fragment {
        guard let qualifier = scope.qualifier else {
            let name = alias()
            return Fragment(
                sql: "(SELECT \(name).\(column) FROM \(scope.layout.table) AS \(name) "
                    + "WHERE \(name)._id = \(object.sql))",
                arguments: object.arguments, comparison: .none, mayFail: object.mayFail)
        }
        return Fragment(sql: qualifier.qualifying(column), comparison: .none)
    }

    /// Translates a related object, from the SQL of its record number.
    private mutating func related(_ number: Fragment, _ relationship: RelationshipShape) throws -> Fragment {
        var result = number
        let scope = try scope(of: relationship.target, qualifier: nil)
        result.comparison = .equatable
        result.isOptional = !relationship.isRequired
        result.type = relationship.target
        result.records = scope.layout
        result.object = scope
        result.column = nil
        return result
    }

    /// Returns the objects of a relationship without a column.
    private mutating func rows(
        of relationship: RelationshipShape, _ object: Fragment
    ) throws -> RelatedRows {
        let name = alias()
        let scope = try scope(of: relationship.target, qualifier: name)
        let source: String
        if let join = relationship.join {
            let pair = alias()
            let own = relationship.isJoinSource ? "_source" : "_target"
            let other = relationship.isJoinSource ? "_target" : "_source"
            source =
                "\(join.table) AS \(pair) JOIN \(scope.layout.table) AS \(name) ON \(name)._id = \(pair).\(other) "
                + "WHERE \(pair).\(own) = \(object.sql)"
        } else {
            let key = (relationship.inverseName ?? "").quotedSQL
            source =
                "\(scope.layout.table) AS \(name) WHERE \(name).\(key) = \(object.sql)"
                + scope.layout.andKind(name)
        }
        return RelatedRows(scope: scope, source: source, arguments: object.arguments)
    }

    private mutating func scope<T: PersistentModel>(
        of type: T.Type, qualifier: String?
    ) throws -> ModelScope {
        guard let table = try registry?.table(for: type) else { throw UntranslatableExpression() }
        involved.formUnion(table.layout.kindTypes.map { ObjectIdentifier($0) })
        return ModelScope(layout: table.layout, keyPaths: table.keyPaths(type), qualifier: qualifier)
    }

    /// Translates the condition of a closure such as that of `contains(where:)`, whose argument is one of the
    /// rows.
    mutating func condition(
        _ test: any PredicateExpression, _ variable: PredicateExpressions.VariableID, _ rows: RelatedRows
    ) throws -> Fragment {
        variables[variable] = Fragment(
            sql: rows.record, comparison: .equatable,
            type: rows.scope.layout.entity.type,
            records: rows.scope.layout, object: rows.scope)
        defer { variables[variable] = nil }
        let condition = try sql(test)
        // Swift stops at the first row whose condition fails, but SQL may evaluate the rows in any order.
        if condition.mayFail || condition.mayBeNaN || condition.isOptional {
            throw UntranslatableExpression()
        }
        return condition
    }

    /// Translates an expression that must be a to-many relationship.
    mutating func relatedRows(_ expression: any PredicateExpression) throws -> RelatedRows {
        guard let rows = try sql(expression).rows else { throw UntranslatableExpression() }
        return rows
    }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let rows = try translator.relatedRows(sequence)
        let condition = try translator.condition(test, variable.key, rows)
        let query = rows.query("1", where: condition)
        return .boolean("(EXISTS \(query.sql))", of: [query])
    }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let rows = try translator.relatedRows(sequence)
        var condition = try translator.condition(test, variable.key, rows)
        condition.sql = "(NOT \(condition.sql))"
        let query = rows.query("1", where: condition)
        return .boolean("(NOT EXISTS \(query.sql))", of: [query])
    }
}

extension PredicateExpressions.Filter: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        let rows = try translator.relatedRows(sequence)
        let condition = try translator.condition(filter, variable.key, rows)
        let filtered = RelatedRows(
            scope: rows.scope, source: "\(rows.source) AND \(condition.sql)",
            arguments: rows.arguments + condition.arguments)
        return Fragment(sql: "", comparison: .none, rows: filtered)
    }
}

extension RegisteredTable {
    /// Returns the SQL to sort by a property of a to-one related object; nil for any other key path.
    func relatedColumn(
        _ keyPath: AnyKeyPath
    ) -> (sql: String, column: EntityColumn, involved: Set<ObjectIdentifier>)? {
        for relationship in layout.shape.relationships where relationship.holdsKey {
            guard let own = layout.columns[relationship.column].metadata?.keyPath,
                let target = try? registry.table(for: relationship.target)
            else { continue }
            for column in target.layout.columns {
                guard case .value = column.role, let metadata = column.metadata,
                    let path = relationship.isRequired ? metadata.keyPath : metadata.chainedKeyPath,
                    let whole = own.appending(path: path), isSame(whole, keyPath)
                else { continue }
                let key = "\(layout.table).\(relationship.name.quotedSQL)"
                let sql =
                    "(SELECT s.\(column.quoted) FROM \(target.layout.table) AS s WHERE s._id = \(key))"
                return (sql, column, Set(target.layout.kindTypes.map { ObjectIdentifier($0) }))
            }
        }
        return nil
    }
}

/// Returns whether two key paths have the same components.
///
/// If a key path contains optional chaining, Swift doesn't treat an appended key path as equal to a
/// literal one, although both have the same hash. So the texts are compared too.
private func isSame(_ first: AnyKeyPath, _ second: AnyKeyPath) -> Bool {
    first == second
        || (type(of: first) == type(of: second) && first.hashValue == second.hashValue
            && "\(first)" == "\(second)")
}

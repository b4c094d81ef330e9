@testable import ModelData

extension ModelContext {
    /// Returns the record numbers of the related objects of each object, as the objects say.
    func links(of models: [any PersistentModel]) -> [String] {
        describe(models) { model, relationship in
            model._$state.load(model, relationship.column)
            return model._$relate(relationship.column, .read).map(\._$state.record)
        }
    }

    /// Returns the record numbers of the related objects of each object, as the rows of the store say. Reads them with
    /// SQL alone.
    func storedLinks(of models: [any PersistentModel]) throws -> [String] {
        try describe(models) { model, relationship in
            let table = try table(for: type(of: model))
            let target = try self.table(for: relationship.target).layout.table
            let inverse = (relationship.inverseName ?? "").quotedSQL
            let sql: String
            if let join = relationship.join {
                let (from, to) = relationship.isJoinSource ? ("_source", "_target") : ("_target", "_source")
                sql = "SELECT \(to) FROM \(join.table) WHERE \(from) = ? ORDER BY \(from)_order, _id"
            } else if relationship.holdsKey {
                let key = relationship.name.quotedSQL
                sql = "SELECT \(key) FROM \(table.layout.table) WHERE _id = ? AND \(key) IS NOT NULL"
            } else if let other = relationship.inverse, other.holdsOrder {
                let order = other.orderColumn.quotedSQL
                sql = "SELECT _id FROM \(target) WHERE \(inverse) = ? ORDER BY \(order), _id"
            } else {
                sql = "SELECT _id FROM \(target) WHERE \(inverse) = ? ORDER BY _id"
            }
            return try table.session.connection.perform {
                try $0.numbers(sql, [.integer(model._$state.record)])
            }
        }
    }

    private func describe(
        _ models: [any PersistentModel],
        _ related: (any PersistentModel, RelationshipShape) throws -> [Int64]
    ) rethrows -> [String] {
        try models.map { model in
            let links = try ModelShape.of(type(of: model)).relationships.map { relationship in
                "\(relationship.name) \(try related(model, relationship))"
            }
            return "\(type(of: model)) #\(model._$state.record): \(links.joined(separator: ", "))"
        }
    }
}

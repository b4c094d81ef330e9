/// A root class and all its subclasses, which share a table.
package struct ModelHierarchy: Sendable {
    /// The classes; each class comes before its subclasses.
    let classes: [ModelEntity]

    /// The name of the column that contains each record's class name.
    package static let typeColumn = "_type"

    /// Creates the hierarchy of a class among the models of a store.
    init(of type: any PersistentModel.Type, in entities: [ModelEntity]) {
        let root = ModelShape.of(type).root.type
        let members = entities.filter { $0.shape.root.type == root }.sorted { $0.name < $1.name }
        var classes: [ModelEntity] = []
        func add(_ entity: ModelEntity) {
            classes.append(entity)
            for member in members where member.shape.superclass?.type == entity.type { add(member) }
        }
        if let first = members.first(where: { $0.type == root }) { add(first) }
        self.classes = classes
    }

    /// Whether several classes share the table, so that it has a class name column.
    var isShared: Bool { classes.count > 1 }

    /// Returns a class and its subclasses.
    func kinds(of type: any PersistentModel.Type) -> [ModelEntity] {
        classes.filter { $0.shape.isKind(of: type) }
    }

    /// Returns the SQL condition that a record is of one of several classes.
    static func condition(_ names: [String], qualifier: String = "") -> String {
        let column = (qualifier.isEmpty ? "" : "\(qualifier).") + typeColumn.quotedSQL
        if names.count == 1 { return "\(column) = \(names[0].literalSQL)" }
        return "\(column) IN (\(names.map(\.literalSQL).joined(separator: ", ")))"
    }

    /// Returns the SQL condition that limits a class's unique constraint or index to records of that class.
    ///
    /// The condition is nil if the constraint applies to all records of the table. It is also nil if one of
    /// the columns belongs only to this class. That column is NULL in all other records, so they never
    /// conflict.
    func condition(of group: ModelEntity.PropertyGroup) -> String? {
        guard isShared, group.declaringType._$superclass != nil else { return nil }
        let kinds = kinds(of: group.declaringType).map(\.name)
        let isOwn = group.names.contains { name in
            classes.filter { $0.metadata.contains { $0.name == name } }.allSatisfy { kinds.contains($0.name) }
        }
        return isOwn ? nil : Self.condition(kinds)
    }
}

extension String {
    /// The string as an SQL literal.
    package var literalSQL: String { quotedSQL(by: "'") }
}

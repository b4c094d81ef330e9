/// The classes of a store that share a table, since they inherit from one another.
struct ModelFamily: Sendable {
    /// The class where the inheritance begins, and then each class before those that inherit from it.
    let classes: [Schema.Entity]

    /// The name of the column that says of which class a record is.
    static let typeColumn = "_type"

    /// The family of a class, among the models of a store.
    init(of type: any PersistentModel.Type, in entities: [Schema.Entity]) {
        let root = ModelShape.of(type).root.type
        let members = entities.filter { $0.shape.root.type == root }.sorted { $0.name < $1.name }
        var classes: [Schema.Entity] = []
        func add(_ entity: Schema.Entity) {
            classes.append(entity)
            for member in members where member.shape.superclass?.type == entity.type { add(member) }
        }
        if let first = members.first(where: { $0.type == root }) { add(first) }
        self.classes = classes
    }

    /// Whether there is more than one class, so that records must say which one is theirs.
    var isShared: Bool { classes.count > 1 }

    /// A class and those that inherit from it.
    func kinds(of type: any PersistentModel.Type) -> [Schema.Entity] {
        classes.filter { $0.shape.isKind(of: type) }
    }

    /// The condition that a record is of one of some classes.
    static func condition(_ names: [String], qualifier: String = "") -> String {
        let column = (qualifier.isEmpty ? "" : "\(qualifier).") + typeColumn.quotedSQL
        if names.count == 1 { return "\(column) = \(names[0].literalSQL)" }
        return "\(column) IN (\(names.map(\.literalSQL).joined(separator: ", ")))"
    }

    /// The condition under which a group of properties that a class declares as unique, or indexes, is so; nil
    /// where it holds for every record, or its columns are empty in the others.
    func condition(of group: Schema.Entity.PropertyGroup) -> String? {
        guard isShared, group.declaringType._$superclass != nil else { return nil }
        let kinds = kinds(of: group.declaringType).map(\.name)
        let isOwn = group.names.contains { name in
            classes.filter { $0.metadata.contains { $0.name == name } }.allSatisfy { kinds.contains($0.name) }
        }
        return isOwn ? nil : Self.condition(kinds)
    }
}

extension String {
    /// The text as an SQL literal.
    var literalSQL: String { quotedSQL(by: "'") }
}

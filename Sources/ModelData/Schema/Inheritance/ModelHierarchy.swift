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

// Inheritance between model classes.

/// Returns the name of the table with a class's objects: the name of the hierarchy's root class.
func tableName(of type: any PersistentModel.Type) -> String {
    type._$superclass.map { tableName(of: $0) } ?? type._$entityName
}

/// Returns the number of a class's inherited properties, which come before its own.
func inheritedCount(of type: any PersistentModel.Type) -> Int {
    type._$superclass.map { ModelMetadata.of($0).count } ?? 0
}

extension ModelShape {
    /// The name of the table with the class's objects.
    var tableName: String { root.type._$entityName }

    /// The root class of the hierarchy.
    var root: ModelShape { superclass?.root ?? self }

    /// Returns whether the class is `type` or a subclass of it.
    func isKind(of type: any PersistentModel.Type) -> Bool {
        self.type == type || superclass?.isKind(of: type) == true
    }

    /// The relationships that the class itself declares.
    var declared: ArraySlice<RelationshipShape> {
        relationships.dropFirst(superclass?.relationships.count ?? 0)
    }

    /// Returns whether the class declares or inherits a relationship.
    func has(_ relationship: RelationshipShape) -> Bool {
        relationship.index < relationships.count && relationships[relationship.index] === relationship
    }
}

/// The layout of a class whose table is shared with its superclasses and subclasses.
///
/// A query for the class also finds records of its subclasses. In a result row, the columns of a subclass
/// follow those of its superclass. Therefore, two subclasses may use the same position for different columns.
/// Each row has, at that position, the value for the record's own class.
final class HierarchyLayout: Sendable {
    /// The class itself or one of its subclasses.
    struct Kind: Sendable {
        let name: String
        let bytes: [UInt8]
        let type: any PersistentModel.Type
        let origin: IdentifierOrigin
        /// The columns of the class, in order.
        let columns: [EntityColumn]

        func has(_ quoted: String) -> Bool { columns.contains { $0.isStored && $0.quoted == quoted } }
    }

    let name: String
    /// The class itself, followed by its subclasses.
    let kinds: [Kind]
    /// Whether the class is the root of the hierarchy, so that all records of the table belong to it.
    let isRoot: Bool
    /// The SELECT list of a query for the class: the record number, the columns of the class and its
    /// subclasses, and the class name.
    let selection: String
    /// The SELECT list of a query that joins the table with other tables.
    let qualifiedSelection: String
    /// The position of the class name in a result row.
    let typePosition: Int

    init?(_ entity: ModelEntity, store: String, entities: [ModelEntity], isInMemory: Bool) {
        let hierarchy = ModelHierarchy(of: entity.type, in: entities)
        guard hierarchy.isShared else { return nil }
        name = entity.name
        isRoot = entity.shape.superclass == nil
        let kinds = hierarchy.kinds(of: entity.type).map { kind in
            Kind(
                name: kind.name, bytes: Array(kind.name.utf8), type: kind.type,
                origin: IdentifierOrigin.of(store: store, entity: kind.name),
                columns: EntityLayout.columns(of: kind, isInMemory: isInMemory).columns)
        }
        self.kinds = kinds
        typePosition = kinds.map(\.columns.count).max() ?? 0
        selection = Self.selection(of: kinds, width: typePosition, prefix: "")
        qualifiedSelection = Self.selection(
            of: kinds, width: typePosition, prefix: "\(entity.shape.tableName.quotedSQL).")
    }

    private static func selection(of kinds: [Kind], width: Int, prefix: String) -> String {
        let values = (0..<width).map { value(at: $0, of: kinds, prefix) }
        return (["\(prefix)_id"] + values + [prefix + ModelHierarchy.typeColumn.quotedSQL])
            .joined(separator: ", ")
    }

    /// Returns the SQL for one position of a result row.
    private static func value(at position: Int, of kinds: [Kind], _ prefix: String) -> String {
        let present = kinds.map { kind -> (name: String, column: String?) in
            let column = position < kind.columns.count ? kind.columns[position] : nil
            return (kind.name, column.flatMap { $0.isStored ? $0.quoted : nil })
        }
        var columns: [String] = []
        for case let column? in present.map(\.column) where !columns.contains(column) {
            columns.append(column)
        }
        if columns.isEmpty { return "NULL" }
        if columns.count == 1 { return prefix + columns[0] }
        // If each record has a value in at most one of the columns, the others are NULL.
        if kinds.allSatisfy({ kind in columns.count(where: kind.has) <= 1 }) {
            return "coalesce(\(columns.map { prefix + $0 }.joined(separator: ", ")))"
        }
        let branches = present.map { name, column in
            "WHEN \(name.literalSQL) THEN \(column.map { prefix + $0 } ?? "NULL")"
        }
        let type = prefix + ModelHierarchy.typeColumn.quotedSQL
        return "CASE \(type) \(branches.joined(separator: " ")) END"
    }

    /// Whether queries for the class also find records of subclasses.
    var isPolymorphic: Bool { kinds.count > 1 }

    /// Returns the SQL condition that a record is of the class or a subclass. Returns nil if that is true of
    /// all records in the table.
    func condition(qualifier: String = "") -> String? {
        isRoot ? nil : ModelHierarchy.condition(kinds.map(\.name), qualifier: qualifier)
    }

    /// Returns the SQL condition that a record is of the class itself.
    var exactCondition: String { ModelHierarchy.condition([name]) }

    /// Returns the index in `kinds` of a row's class; nil if the schema doesn't contain the class.
    func kind(of row: ModelRow, expecting last: Int) -> Int? {
        row.withText(typePosition) { bytes in
            if last < kinds.count, bytes.elementsEqual(kinds[last].bytes) { return last }
            return kinds.firstIndex { bytes.elementsEqual($0.bytes) }
        }
    }
}

extension EntityLayout {
    /// Returns whether identifiers with this store and model can belong to objects of the model or its
    /// subclasses.
    func covers(_ origin: IdentifierOrigin) -> Bool {
        origin === self.origin
            || (isPolymorphic && hierarchy?.kinds.contains { $0.origin === origin } == true)
    }

    /// An SQL condition that a row is of the model itself, starting with `AND`. Empty if all rows of the
    /// table are.
    var exactCondition: String { hierarchy.map { " AND \($0.exactCondition)" } ?? "" }

    /// The statement that reads one record of the class itself.
    var rowSQL: String {
        "SELECT \(selection) FROM \(table) WHERE _id = ?\(exactCondition)"
    }

    /// The statement that reads one record of the class or a subclass.
    var fetchRowSQL: String {
        "SELECT \(fetchSelection) FROM \(table) WHERE _id = ?\(andKind(""))"
    }

    /// Returns an upsert's conflict target: the unique columns, and the condition of their unique index.
    func conflictTarget(of columns: [Int], _ list: String) -> String {
        let names = columns.map { self.columns[$0].name }
        let part = uniqueGroups.first { $0.names == names }?.condition
        return part.map { "(\(list)) WHERE \($0)" } ?? "(\(list))"
    }

    /// The models whose objects a query for this model can find.
    var kindTypes: [any PersistentModel.Type] { hierarchy?.kinds.map(\.type) ?? [entity.type] }

    /// Returns an SQL condition that a row is of the model or a subclass, starting with `AND`. Empty if all
    /// rows of the table are.
    func andKind(_ qualifier: String) -> String {
        hierarchy?.condition(qualifier: qualifier).map { " AND \($0)" } ?? ""
    }
}

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

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

    /// The table columns from which one position of a result row is read.
    private enum Position: Sendable {
        case nothing
        case column(String)
        /// Several columns. Each record has a value in at most one of them; the others are NULL.
        case columns([String])
        /// The column for each class; nil if the class has no column at this position.
        case byClass([(name: String, column: String?)])
    }

    let name: String
    /// The class itself, followed by its subclasses.
    let kinds: [Kind]
    /// Whether the class is the root of the hierarchy, so that all records of the table belong to it.
    let isRoot: Bool
    private let positions: [Position]

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
        let width = kinds.map(\.columns.count).max() ?? 0
        positions = (0..<width).map { Self.position($0, kinds) }
    }

    private static func position(_ index: Int, _ kinds: [Kind]) -> Position {
        let present = kinds.map { kind in
            (name: kind.name, column: index < kind.columns.count ? kind.columns[index] : nil)
        }
        var columns: [String] = []
        for case let column? in present.map(\.column)
        where column.isStored && !columns.contains(column.quoted) {
            columns.append(column.quoted)
        }
        if columns.isEmpty { return .nothing }
        if columns.count == 1 { return .column(columns[0]) }
        let isExclusive = kinds.allSatisfy { kind in columns.count(where: kind.has) <= 1 }
        if isExclusive { return .columns(columns) }
        return .byClass(present.map { ($0.name, $0.column.flatMap { $0.isStored ? $0.quoted : nil }) })
    }

    /// The position of the class name in a result row.
    var typePosition: Int { positions.count }

    /// Whether queries for the class also find records of subclasses.
    var isPolymorphic: Bool { kinds.count > 1 }

    /// Returns the SELECT list of a query for the class: the record number, the columns of the class and its
    /// subclasses, and the class name.
    func selection(qualifier: String = "") -> String {
        let prefix = qualifier.isEmpty ? "" : "\(qualifier)."
        let type = prefix + ModelHierarchy.typeColumn.quotedSQL
        let values = positions.map { position -> String in
            switch position {
            case .nothing: return "NULL"
            case .column(let column): return prefix + column
            case .columns(let columns):
                return "coalesce(\(columns.map { prefix + $0 }.joined(separator: ", ")))"
            case .byClass(let columns):
                let branches = columns.map { name, column in
                    "WHEN \(name.literalSQL) THEN \(column.map { prefix + $0 } ?? "NULL")"
                }
                return "CASE \(type) \(branches.joined(separator: " ")) END"
            }
        }
        return (["\(prefix)_id"] + values + [type]).joined(separator: ", ")
    }

    /// Returns the SQL condition that a record is of the class or a subclass. Returns nil if that is true of
    /// all records in the table.
    func condition(qualifier: String = "") -> String? {
        isRoot ? nil : ModelHierarchy.condition(kinds.map(\.name), qualifier: qualifier)
    }

    /// Returns the SQL condition that a record is of the class itself.
    func exactCondition(qualifier: String = "") -> String {
        ModelHierarchy.condition([name], qualifier: qualifier)
    }

    /// Returns the index in `kinds` of a row's class; nil if the schema doesn't contain the class.
    func kind(of row: ModelRow, expecting last: Int) -> Int? {
        row.withText(typePosition) { bytes in
            if last < kinds.count, bytes.elementsEqual(kinds[last].bytes) { return last }
            return kinds.firstIndex { bytes.elementsEqual($0.bytes) }
        }
    }
}

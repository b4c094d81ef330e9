/// A class's part in a table that it shares with those that it inherits from, and that inherit from it.
///
/// A query for objects of the class finds records of its subclasses too. Each class has its own columns after those
/// of its superclass, so that one position of the result stands for a column of each: what a record isn't, it has
/// no values for, and the position holds what the record's own class has there.
final class FamilyLayout: Sendable {
    /// The class itself, and those that inherit from it.
    struct Kind: Sendable {
        let name: String
        let bytes: [UInt8]
        let type: any PersistentModel.Type
        let origin: IdentifierOrigin
        /// The columns of the class, in order.
        let columns: [ColumnLayout]

        func has(_ quoted: String) -> Bool { columns.contains { $0.isStored && $0.quoted == quoted } }
    }

    /// What one position of a result is made of.
    private enum Position: Sendable {
        case nothing
        case column(String)
        /// Columns of which a record has one at most.
        case columns([String])
        /// Columns that must be told apart by the record's class.
        case byClass([(name: String, column: String?)])
    }

    let name: String
    /// The class itself first.
    let kinds: [Kind]
    /// Whether the class is the one where the inheritance begins, so that all records are of its kind.
    let isRoot: Bool
    private let positions: [Position]

    init?(_ entity: Schema.Entity, store: String, entities: [Schema.Entity], isInMemory: Bool) {
        let family = ModelFamily(of: entity.type, in: entities)
        guard family.isShared else { return nil }
        name = entity.name
        isRoot = entity.shape.superclass == nil
        let kinds = family.kinds(of: entity.type).map { kind in
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

    /// The position of the class's name in a result.
    var typePosition: Int { positions.count }

    /// Whether records of other classes belong to the results.
    var isPolymorphic: Bool { kinds.count > 1 }

    /// What a query for objects of the class selects: the record's number, the columns of all kinds, and the name of
    /// the class.
    func selection(qualifier: String = "") -> String {
        let prefix = qualifier.isEmpty ? "" : "\(qualifier)."
        let type = prefix + ModelFamily.typeColumn.quotedSQL
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

    /// The condition that a record is of the class or of one that inherits from it; nil where all are.
    func condition(qualifier: String = "") -> String? {
        isRoot ? nil : ModelFamily.condition(kinds.map(\.name), qualifier: qualifier)
    }

    /// The condition that a record is of the class itself.
    func exactCondition(qualifier: String = "") -> String {
        ModelFamily.condition([name], qualifier: qualifier)
    }

    /// The position, among the kinds, of the class that a row of a polymorphic query names; nil for one that the
    /// schema doesn't have.
    func kind(of row: ModelRow, expecting last: Int) -> Int? {
        row.withText(typePosition) { bytes in
            if last < kinds.count, bytes.elementsEqual(kinds[last].bytes) { return last }
            return kinds.firstIndex { bytes.elementsEqual($0.bytes) }
        }
    }
}

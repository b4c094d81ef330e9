/// A model as one store keeps it: the table, its columns, and the statements that need no thinking.
final class EntityLayout: Sendable {
    let entity: Schema.Entity
    let origin: IdentifierOrigin
    let columns: [ColumnLayout]
    let table: String
    /// The record number and all columns, in order.
    let selection: String
    let insertion: String
    /// The columns that each save of a changed record sets.
    let derivedColumns: [Int]

    init(_ entity: Schema.Entity, store: String, isInMemory: Bool = false) {
        self.entity = entity
        origin = IdentifierOrigin.of(store: store, entity: entity.name)
        columns = entity.metadata.map { ColumnLayout($0, isInMemory: isInMemory) }
        derivedColumns = columns.indices.filter { entity.metadata[$0].attribute.isDerived }
        table = entity.name.quotedSQL
        let names = columns.map(\.quoted)
        selection = (["_id"] + names).joined(separator: ", ")
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        insertion =
            names.isEmpty
            ? "INSERT INTO \(table) DEFAULT VALUES"
            : "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
    }

    var name: String { entity.name }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// One column of a table.
struct ColumnLayout: Sendable {
    let metadata: Schema.PropertyMetadata
    let name: String
    let quoted: String
    let codec: any ColumnCodec.Type
    /// Whether large values stand in files, and references to them in the store.
    let isExternal: Bool

    init(_ metadata: Schema.PropertyMetadata, isInMemory: Bool = false) {
        let isExternal =
            metadata.codec == ExternalCodec.self || metadata.codec == OptionalCodec<ExternalCodec>.self
        self.isExternal = isExternal && !isInMemory
        self.metadata = metadata
        name = metadata.name
        quoted = metadata.name.quotedSQL
        codec = metadata.codec
    }

    /// A value as it stands in the store: a large one may be in a file.
    func canonical(_ value: StoredValue) -> StoredValue {
        guard isExternal, case .blob(let data) = value, let reference = ExternalFile.reference(to: data)
        else {
            return value
        }
        return .blob(reference)
    }
}

extension String {
    /// The text as an SQL identifier.
    var quotedSQL: String {
        // Names of properties hold no quotation marks, but a caller's text may.
        "\"" + (utf8.contains(UInt8(ascii: "\"")) ? replacing("\"", with: "\"\"") : self) + "\""
    }
}

/// A model as one store keeps it: the table, its columns, and the statements that need no thinking.
final class EntityLayout: Sendable {
    let entity: Schema.Entity
    let origin: IdentifierOrigin
    let columns: [ColumnLayout]
    let table: String
    /// The record number and all columns, in order.
    let selection: String
    let insertion: String

    init(_ entity: Schema.Entity, store: String) {
        self.entity = entity
        origin = IdentifierOrigin.of(store: store, entity: entity.name)
        columns = entity.metadata.map(ColumnLayout.init)
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

    init(_ metadata: Schema.PropertyMetadata) {
        self.metadata = metadata
        name = metadata.name
        quoted = metadata.name.quotedSQL
        codec = metadata.codec
    }
}

extension String {
    /// The text as an SQL identifier.
    var quotedSQL: String {
        // Names of properties hold no quotation marks, but a caller's text may.
        "\"" + (utf8.contains(UInt8(ascii: "\"")) ? replacing("\"", with: "\"\"") : self) + "\""
    }
}

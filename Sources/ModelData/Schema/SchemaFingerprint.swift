/// A schema as a text that changes exactly when the tables must, or the meaning of their columns.
enum SchemaFingerprint {
    static func text(of entities: [Schema.Entity], version: Schema.Version) -> String {
        var text = "\(version)\n"
        for entity in entities.sorted(by: { $0.name < $1.name }) {
            text += entity.name
            text += "\n"
            for column in entity.metadata {
                text += " "
                text += column.name
                text += " "
                text += column.codec.columnType.rawValue
                text += column.codec.isOptional ? " " : " NOT NULL "
                text += column.codec.columnFormat
                if case .key(let relationship) = ColumnLayout(
                    column, entity.shape, column: entity.shape.column(of: column)
                ).role {
                    text += " \(relationship.inverseName ?? "-") \(relationship.keyRule ?? "-")"
                }
                if let modifier = column.attribute.hashModifier { text += " (\(modifier))" }
                text += "\n"
            }
            for group in entity.uniquenessConstraints {
                text += " unique \(group.joined(separator: ","))\n"
            }
            for group in entity.indices { text += " index \(group.joined(separator: ","))\n" }
        }
        return text
    }
}

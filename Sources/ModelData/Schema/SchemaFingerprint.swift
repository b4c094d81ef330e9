/// A schema as a text that changes exactly when the tables must, or the meaning of their columns.
enum SchemaFingerprint {
    static func text(of entities: [Schema.Entity], version: Schema.Version) -> String {
        var text = "\(version)\n"
        for entity in entities.sorted(by: { $0.name < $1.name }) {
            text += entity.name
            if let superclass = entity.shape.superclass { text += ": \(superclass.type._$entityName)" }
            text += "\n"
            for column in entity.metadata {
                text += " "
                text += column.name
                text += " "
                text += column.codec.columnType.rawValue
                text += column.codec.isOptional ? " " : " NOT NULL "
                text += column.codec.columnFormat
                switch ColumnLayout(column, entity.shape, column: entity.shape.column(of: column)).role {
                case .key(let relationship):
                    text += " \(relationship.inverseName ?? "-") \(relationship.keyRule ?? "-")"
                    // One to one is so without being told.
                    if relationship.relationship.isUnique, !relationship.isOneToOne { text += " unique" }
                default: break
                }
                if let modifier = column.attribute.hashModifier { text += " (\(modifier))" }
                if isOneSidedList(column, of: entity) { text += oneSided }
                text += "\n"
            }
            for group in entity.uniquenessConstraints {
                text += " unique \(group.joined(separator: ","))\n"
            }
            for group in entity.plainIndices { text += " index \(group.joined(separator: ","))\n" }
            for group in entity.spatialIndices { text += " rtree \(group.joined(separator: ","))\n" }
        }
        return text
    }

    /// Marks lists that no other side knows of, whose pairs have a column less. No name begins with a digit.
    private static let oneSided = " 1-sided"

    private static func isOneSidedList(_ column: Schema.PropertyMetadata, of entity: Schema.Entity) -> Bool {
        guard let codec = column.codec as? any RelationshipCodec.Type, codec.isToMany else { return false }
        return entity.shape.relationships.contains { $0.name == column.name && $0.inverseColumn == nil }
    }

    /// Whether a recorded fingerprint, or its part, tells of the same schema as one of now. Those of earlier times
    /// have no marks.
    static func isSame(_ stored: some StringProtocol, as wanted: some StringProtocol) -> Bool {
        if stored == wanted { return true }
        let mark = "\(oneSided)\n"
        return !String(stored).contains(mark) && stored == String(wanted).replacing(mark, with: "\n")
    }

    /// Whether a fingerprint tells which lists no other side knows of. Those of earlier times don't, nor those without such
    /// lists.
    static func hasMarks(_ fingerprint: String) -> Bool { fingerprint.contains("\(oneSided)\n") }

    /// The part of a fingerprint that tells of tables, without the version.
    static func tables(in fingerprint: String) -> Substring {
        guard let end = fingerprint.firstIndex(of: "\n") else { return "" }
        return fingerprint[end...].dropFirst()
    }

    /// The version that a fingerprint starts with.
    static func version(in fingerprint: String) -> Schema.Version? {
        fingerprint.split(separator: "\n", maxSplits: 1).first.flatMap { Schema.Version(String($0)) }
    }

    /// Whether a fingerprint has a column of this name and kind of values, optional or not.
    static func hasColumn(
        _ name: String, like column: Schema.PropertyMetadata, of model: String, in fingerprint: String
    ) -> Bool {
        let type = column.codec.columnType.rawValue
        let format = column.codec.columnFormat
        let forms = ["", "NOT NULL "].map { " \(name) \(type) \($0)\(format)" }
        var isInside = false
        for line in fingerprint.split(separator: "\n") {
            if !line.hasPrefix(" ") { isInside = line == model || line.hasPrefix("\(model): ") }
            if isInside, forms.contains(where: { line == $0 || line.hasPrefix($0 + " (") }) { return true }
        }
        return false
    }
}

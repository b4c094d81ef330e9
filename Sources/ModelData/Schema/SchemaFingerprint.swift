/// A text that describes a schema. It changes exactly when the tables, or the meaning of their columns,
/// change.
package enum SchemaFingerprint {
    package static func text(of entities: [ModelEntity], version: Schema.Version) -> String {
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
                let relationship =
                    column.codec.isRelationship
                    ? entity.shape.relationships.first { $0.name == column.name } : nil
                if let relationship, relationship.holdsKey {
                    text +=
                        " \(relationship.inverseName ?? "-") \(relationship.isChecked ? "REFERENCES" : "-")"
                    // One-to-one relationships are always unique.
                    if relationship.relationship.isUnique, !relationship.isOneToOne { text += " unique" }
                }
                if let modifier = column.attribute.hashModifier { text += " (\(modifier))" }
                if let relationship, relationship.isToMany, relationship.inverseColumn == nil {
                    text += oneSided
                }
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

    /// The mark of to-many relationships without an inverse. The join table of such a relationship has one
    /// column less.
    ///
    /// The mark begins with a digit, so that it can't be confused with a property name.
    private static let oneSided = " 1-sided"

    /// Returns the part of a fingerprint that describes the tables, without the version.
    static func tables(in fingerprint: String) -> Substring {
        guard let end = fingerprint.firstIndex(of: "\n") else { return "" }
        return fingerprint[end...].dropFirst()
    }

    /// Returns the names of the models in a fingerprint.
    package static func entityNames(in fingerprint: String) -> [String] {
        tables(in: fingerprint).split(separator: "\n").filter { !$0.hasPrefix(" ") }
            .map { String($0.prefix { $0 != ":" }) }
    }

    /// Returns the version at the beginning of a fingerprint.
    package static func version(in fingerprint: String) -> Schema.Version? {
        fingerprint.split(separator: "\n", maxSplits: 1).first.flatMap { Schema.Version(String($0)) }
    }
}

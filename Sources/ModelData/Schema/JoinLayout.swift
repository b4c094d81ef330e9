/// The join table of a many-to-many relationship, or of a to-many relationship without an inverse.
final class JoinLayout: Sendable {
    /// The relationship that gives the table its name.
    let relationship: RelationshipShape
    let name: String
    let table: String
    /// Whether the table also stores the order of the inverse relationship.
    let hasTargetOrder: Bool
    let columns: [String]

    init(_ relationship: RelationshipShape) {
        self.relationship = relationship
        name = "\(relationship.owner._$entityName)_\(relationship.name)"
        table = name.quotedSQL
        hasTargetOrder = relationship.inverseColumn != nil && !relationship.isSelfInverse
        columns = ["_source", "_target", "_source_order"] + (hasTargetOrder ? ["_target_order"] : [])
    }

    var selection: String { (["_id"] + columns).joined(separator: ", ") }

    var creation: String {
        let source = relationship.ownerTable.quotedSQL
        let target = relationship.targetTable.quotedSQL
        return """
            CREATE TABLE \(table) (
                _id INTEGER PRIMARY KEY AUTOINCREMENT,
                _source INTEGER NOT NULL REFERENCES \(source) (_id) DEFERRABLE INITIALLY DEFERRED,
                _target INTEGER NOT NULL REFERENCES \(target) (_id) DEFERRABLE INITIALLY DEFERRED,
                _source_order INTEGER NOT NULL\(hasTargetOrder ? ",\n    _target_order INTEGER NOT NULL" : "")
            ) STRICT
            """
    }

    var indexes: [String] {
        let pair = "_index_\(name)_unique".quotedSQL
        let back = "_index_\(name)_target".quotedSQL
        return [
            "CREATE UNIQUE INDEX \(pair) ON \(table) (_source, _target)",
            // The index includes the order, so that finding the last position of a long list is fast.
            "CREATE INDEX \(back) ON \(table) (_target\(hasTargetOrder ? ", _target_order" : ""))",
        ]
    }

    /// Returns the join tables of a schema's models.
    static func all(_ entities: [ModelEntity]) -> [JoinLayout] {
        entities.flatMap(\.shape.declared).filter { $0.isJoined && $0.isJoinSource }.map(JoinLayout.init)
    }
}

extension RelationshipShape {
    /// The join table of a relationship that has one.
    var join: JoinLayout? {
        guard isJoined else { return nil }
        return JoinLayout(isJoinSource ? self : inverse ?? self)
    }
}

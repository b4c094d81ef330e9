/// The table of the pairs of a to-many relationship whose objects can have several owners.
final class JoinLayout: Sendable {
    /// The relationship that the table is named for.
    let relationship: RelationshipShape
    let name: String
    let table: String
    let source: String
    let target: String
    /// Whether the other side has an order as well.
    let hasTargetOrder: Bool
    let columns: [String]

    init(_ relationship: RelationshipShape) {
        self.relationship = relationship
        name = "\(relationship.owner._$entityName)_\(relationship.name)"
        table = name.quotedSQL
        source = relationship.ownerTable.quotedSQL
        target = relationship.targetTable.quotedSQL
        hasTargetOrder = relationship.inverseColumn != nil && !relationship.isSelfInverse
        columns = ["_source", "_target", "_source_order"] + (hasTargetOrder ? ["_target_order"] : [])
    }

    var selection: String { (["_id"] + columns).joined(separator: ", ") }

    var creation: String {
        """
        CREATE TABLE \(table) (
            _id INTEGER PRIMARY KEY AUTOINCREMENT,
            _source INTEGER NOT NULL REFERENCES \(source) (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            _target INTEGER NOT NULL REFERENCES \(target) (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            _source_order INTEGER NOT NULL\(hasTargetOrder ? ",\n    _target_order INTEGER NOT NULL" : "")
        ) STRICT
        """
    }

    var indexes: [String] {
        let pair = "_index_\(name)_unique".quotedSQL
        let back = "_index_\(name)_target".quotedSQL
        return [
            "CREATE UNIQUE INDEX \(pair) ON \(table) (_source, _target)",
            // With the order, so that the last place of a long list is found at once.
            "CREATE INDEX \(back) ON \(table) (_target\(hasTargetOrder ? ", _target_order" : ""))",
        ]
    }

    /// The tables that a schema's models need.
    static func all(_ entities: [Schema.Entity]) -> [JoinLayout] {
        entities.flatMap(\.shape.declared).filter { $0.isJoined && $0.leadsJoin }.map(JoinLayout.init)
    }
}

/// Reads records of a store as snapshots.
struct MirrorReader {
    let store: Store
    let connection: StoreConnection
    /// The identifiers of records that have no permanent ones yet, by table and record number.
    var temporary: [String: [Int64: PersistentIdentifier]] = [:]

    /// Returns the snapshots of records, in the order of their numbers; skips missing records.
    func snapshots(of records: some Collection<Int64>, _ layout: EntityLayout) throws -> [DefaultSnapshot] {
        if records.isEmpty { return [] }
        let model = layout.entity
        let rows = try connection.rows(
            "SELECT \(layout.selection) FROM \(layout.table) "
                + "WHERE _id IN (SELECT value FROM json_each(?)) ORDER BY _id", [.list(records)])
        var lists: [Int: [Int64: [PersistentIdentifier]]] = [:]
        for relationship in layout.shape.relationships where !relationship.holdsKey {
            lists[relationship.column] = try members(of: relationship, records)
        }
        return try rows.map { row in
            let record = row[0].integer ?? 0
            var values: [StoredValue] = []
            var related: [Int: [PersistentIdentifier]] = [:]
            for index in model.metadata.indices {
                let column = layout.columns[index]
                switch column.role {
                case .value, .order:
                    values.append(
                        try column.content(
                            of: row[index + 1], on: connection, model: layout.name, record: record))
                case .key(let relationship):
                    values.append(.null)
                    related[index] =
                        row[index + 1].integer.map { [identifier($0, of: relationship)] } ?? []
                case .withoutColumn:
                    values.append(.null)
                    related[index] = lists[index]?[record] ?? []
                }
            }
            return DefaultSnapshot(
                persistentIdentifier: identifier(record, layout.name, layout.origin), model: model,
                values: values,
                related: related)
        }
    }

    /// Returns the identifier of a record.
    private func identifier(
        _ record: Int64, _ name: String, _ origin: IdentifierOrigin
    ) -> PersistentIdentifier {
        temporary[name]?[record] ?? PersistentIdentifier(origin: origin, number: record)
    }

    /// Returns the identifier of a related record.
    private func identifier(_ record: Int64, of relationship: RelationshipShape) -> PersistentIdentifier {
        let name = relationship.target._$entityName
        return identifier(record, name, IdentifierOrigin.of(store: store.identifier, entity: name))
    }

    /// Returns the related records of a relationship without a foreign key, by owner.
    private func members(
        of relationship: RelationshipShape, _ owners: some Collection<Int64>
    ) throws -> [Int64: [PersistentIdentifier]] {
        guard let target = store.layout(named: relationship.target._$entityName) else { return [:] }
        let source = RelatedRowsSQL(relationship, in: target)
        var members: [Int64: [PersistentIdentifier]] = [:]
        let rows = try connection.rows(
            "SELECT \(source.owner), \(target.table)._id FROM \(source.rows) ORDER BY \(source.order)",
            [.list(owners)])
        for row in rows {
            guard let owner = row[0].integer, let member = row[1].integer else { continue }
            members[owner, default: []].append(identifier(member, target.name, target.origin))
        }
        return members
    }
}

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

/// Writes snapshots into the mirror of a custom store, inside a transaction without foreign key checks.
struct MirrorWriter {
    let custom: CustomStore
    let store: Store
    let connection: StoreConnection
    /// Whether anything was written.
    private(set) var hasChanged = false

    /// Writes records, and deletes others.
    ///
    /// - Parameters:
    ///   - snapshots: The records to insert or to update, with permanent identifiers.
    ///   - gone: The numbers of the records to delete, by model.
    mutating func write(_ snapshots: [DefaultSnapshot], gone: [String: Set<Int64>] = [:]) throws {
        for layout in store.layouts {
            if let records = gone[layout.name], !records.isEmpty { try delete(records, layout) }
        }
        let records = snapshots.compactMap { snapshot in
            store.layout(named: snapshot.persistentIdentifier.entityName).map { (snapshot, $0) }
        }
        let changed = try records.compactMap { snapshot, layout in
            try changedRow(of: snapshot, layout).map { (snapshot, layout, $0) }
        }
        // Delete all rows first: a record can take over a unique value of another one.
        for (snapshot, layout, _) in changed {
            try connection.run(
                "DELETE FROM \(layout.table) WHERE _id = ?", .integer(snapshot.persistentIdentifier.number))
        }
        for (snapshot, layout, row) in changed { try insert(row, of: snapshot, layout) }
        for (snapshot, layout) in records {
            for relationship in layout.shape.relationships where !relationship.holdsKey {
                guard let members = snapshot.related[relationship.column] else { continue }
                try writeList(
                    members.map(\.number), relationship, owner: snapshot.persistentIdentifier.number)
            }
        }
    }

    // Rows.

    /// Returns the row of a snapshot; nil if the mirror has the same one.
    private func changedRow(of snapshot: DefaultSnapshot, _ layout: EntityLayout) throws -> [StoredValue]? {
        let record = snapshot.persistentIdentifier.number
        let old = try connection.rows(layout.rowSQL, [.integer(record)]).first.map { Array($0.dropFirst()) }
        var isSame = old != nil
        var row: [StoredValue] = []
        for (index, column) in layout.columns.enumerated() {
            let stored = old?[index] ?? .null
            let value: StoredValue =
                switch column.role {
                case .value: snapshot.values[index]
                case .key: snapshot.related[index]?.first.map { .integer($0.number) } ?? .null
                case .order(let relationship): try place(of: snapshot, relationship, old, stored, layout)
                case .withoutColumn: stored
                }
            if value != stored, !column.codec.areEquivalent(value, stored) { isSame = false }
            row.append(value)
        }
        return isSame ? nil : row
    }

    /// Returns a record's position in the list on the other side of a relationship: the stored one, or the
    /// end of another list.
    private func place(
        of snapshot: DefaultSnapshot, _ relationship: RelationshipShape, _ old: [StoredValue]?,
        _ stored: StoredValue, _ layout: EntityLayout
    ) throws -> StoredValue {
        guard let owner = snapshot.related[relationship.column]?.first?.number else { return .null }
        if old?[relationship.column] == .integer(owner) { return stored }
        let last = try connection.number(
            "SELECT max(\(relationship.orderColumn.quotedSQL)) FROM \(layout.table) "
                + "WHERE \(relationship.name.quotedSQL) = ?", .integer(owner))
        // Zero means that there is no position.
        return .integer(max(last, 0) + 1)
    }

    private mutating func insert(
        _ row: [StoredValue], of snapshot: DefaultSnapshot, _ layout: EntityLayout
    ) throws {
        let stored = layout.columns.indices.filter { layout.columns[$0].isStored }
        let names = stored.map { layout.columns[$0].quoted } + ["_id"]
        let sql = layout.insertion(names, names.map { _ in "?" })
        let record = snapshot.persistentIdentifier.number
        do {
            try connection.run(sql, stored.map { row[$0] } + [.integer(record)])
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw custom.problem(
                .notUnique(identifier: "\(snapshot.persistentIdentifier)"), model: layout.name)
        }
        hasChanged = true
    }

    // Deletions.

    /// Deletes records, and removes them from relationships. Records that can't be without a deleted one are
    /// deleted, too.
    private mutating func delete(_ records: Set<Int64>, _ layout: EntityLayout) throws {
        let list = [StoredValue.list(records)]
        let condition = "IN (SELECT value FROM json_each(?))"
        try connection.run("DELETE FROM \(layout.table) WHERE _id \(condition)", list)
        if connection.changedRows == 0 { return }
        hasChanged = true
        for other in store.layouts {
            for key in other.keys where key.relationship.target == layout.entity.type {
                let column = other.columns[key.column].quoted
                if key.relationship.isRequired {
                    let owned = try connection.numbers(
                        "SELECT _id FROM \(other.table) WHERE \(column) \(condition)", list)
                    if !owned.isEmpty { try delete(Set(owned), other) }
                } else {
                    let order = key.orderColumn.map { ", \(other.columns[$0].quoted) = NULL" } ?? ""
                    try connection.run(
                        "UPDATE \(other.table) SET \(column) = NULL\(order) WHERE \(column) \(condition)",
                        list)
                }
            }
        }
        for join in store.joins {
            let sides = [("_source", join.relationship.owner), ("_target", join.relationship.target)]
            for (column, type) in sides where type == layout.entity.type {
                try connection.run("DELETE FROM \(join.table) WHERE \(column) \(condition)", list)
            }
        }
    }

    // Lists.

    /// Writes the related records of a relationship without a foreign key.
    private mutating func writeList(
        _ members: [Int64], _ relationship: RelationshipShape, owner: Int64
    ) throws {
        guard let target = store.layout(named: relationship.target._$entityName) else { return }
        let known = Set(
            try connection.numbers(
                "SELECT _id FROM \(target.table) WHERE _id IN (SELECT value FROM json_each(?))",
                [.list(members)]))
        var seen: Set<Int64> = []
        // A list can still contain a record that the store no longer returns.
        let members = members.filter { known.contains($0) && seen.insert($0).inserted }
        if let join = relationship.join {
            try writePairs(members, relationship, join, owner)
        } else {
            try writeKeys(members, relationship, target, owner)
        }
    }

    /// The changes by which a stored list gets its new members.
    private struct ListChange {
        /// The former members.
        let removed: [Int64]
        /// The members that are new or must move, with their new positions.
        let placed: [(member: Int64, position: Int64, isNew: Bool)]
    }

    /// Compares a stored list with its new members.
    ///
    /// - Parameter sql: Finds the stored members and their positions.
    private func change(
        to members: [Int64], _ sql: String, _ owner: Int64
    ) throws -> ListChange {
        var stored: [Int64: Int64] = [:]
        for row in try connection.rows(sql, [.integer(owner)]) {
            if let member = row[0].integer { stored[member] = row[1].integer ?? 0 }
        }
        var last: Int64 = 0
        let placed = members.compactMap { member -> (Int64, Int64, Bool)? in
            let position = stored.removeValue(forKey: member)
            if let position, position > last {
                last = position
                return nil
            }
            last += 1
            return (member, last, position == nil)
        }
        return ListChange(removed: Array(stored.keys), placed: placed)
    }

    /// Writes a list into the foreign keys and positions of its members.
    private mutating func writeKeys(
        _ members: [Int64], _ relationship: RelationshipShape, _ target: EntityLayout, _ owner: Int64
    ) throws {
        guard let inverse = relationship.inverse,
            let key = target.keys.first(where: { $0.relationship === inverse })
        else { return }
        let column = target.columns[key.column].quoted
        // A one-to-one relationship has no positions.
        let order = key.orderColumn.map { target.columns[$0].quoted }
        let change = try change(
            to: members, "SELECT _id, \(order ?? "1") FROM \(target.table) WHERE \(column) = ?", owner)
        if !change.removed.isEmpty, !inverse.isRequired {
            try connection.run(
                "UPDATE \(target.table) SET \(column) = NULL\(order.map { ", \($0) = NULL" } ?? "") "
                    + "WHERE _id IN (SELECT value FROM json_each(?))", [.list(change.removed)])
            hasChanged = true
        }
        for (member, position, _) in change.placed {
            try connection.run(
                "UPDATE \(target.table) SET \(column) = ?\(order.map { ", \($0) = \(position)" } ?? "") "
                    + "WHERE _id = ?", .integer(owner), .integer(member))
            hasChanged = true
        }
    }

    /// Writes a list into a join table.
    private mutating func writePairs(
        _ members: [Int64], _ relationship: RelationshipShape, _ join: JoinLayout, _ owner: Int64
    ) throws {
        let isForward = relationship.isJoinSource
        let (own, other) = isForward ? ("_source", "_target") : ("_target", "_source")
        let change = try change(
            to: members, "SELECT \(other), \(own)_order FROM \(join.table) WHERE \(own) = ?", owner)
        if !change.removed.isEmpty {
            try connection.run(
                "DELETE FROM \(join.table) WHERE \(own) = ? AND \(other) IN (SELECT value FROM json_each(?))",
                .integer(owner), .list(change.removed))
            hasChanged = true
        }
        for (member, position, isNew) in change.placed {
            hasChanged = true
            if !isNew {
                try connection.run(
                    "UPDATE \(join.table) SET \(own)_order = ? WHERE \(own) = ? AND \(other) = ?",
                    .integer(position), .integer(owner), .integer(member))
                continue
            }
            var names = [own, other, "\(own)_order"]
            var values = ["\(owner)", "\(member)", "\(position)"]
            if !isForward || join.hasTargetOrder {
                // The record is the last one in the list of the other side.
                let order = "\(other)_order"
                names.append(order)
                values.append(
                    "(SELECT coalesce(max(\(order)), 0) + 1 FROM \(join.table) WHERE \(other) = \(member))")
            }
            try connection.execute(
                "INSERT INTO \(join.table) (\(names.joined(separator: ", "))) "
                    + "VALUES (\(values.joined(separator: ", ")))")
        }
    }
}

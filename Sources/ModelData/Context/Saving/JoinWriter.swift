/// Writes the join rows of to-many relationships that have a join table.
struct JoinWriter {
    private let join: JoinLayout
    private let connection: StoreConnection

    /// A stored join row.
    private struct Pair {
        let record: Int64
        let other: Int64
        /// The stored values; empty if the row is new.
        let row: [StoredValue]
        var order: Int64
        /// Whether the change is recorded for the history.
        var isRecorded = false
        /// Whether it belongs to the list of another object of the same record, which was processed before.
        var isListed = false
    }

    private struct Packers {
        var deleted = ChangePacker()
        var inserted = ChangePacker()
        var updated = ChangePacker()
        /// The statement that inserts a join row of the present direction.
        var insertion: CompiledStatement?
    }

    /// Deletes the join rows of deleted objects.
    static func removePairs(_ groups: [SaveGroup], _ scope: SaveScope) throws -> SaveOutput {
        var output = SaveOutput()
        for join in scope.session.store.joins {
            func records(_ type: any PersistentModel.Type) -> [Int64] {
                groups.filter { $0.table.layout.shape.isKind(of: type) }
                    .flatMap { $0.deleted.map(\._$state.record) + $0.pendingRowDeletions.sorted() }
            }
            let sources = records(join.relationship.owner)
            let targets = records(join.relationship.target)
            if sources.isEmpty, targets.isEmpty { continue }
            let writer = JoinWriter(join: join, connection: scope.connection)
            output.history += try writer.remove(sources: sources, targets: targets)
        }
        return output
    }

    /// Writes the join rows of inserted and changed objects.
    static func writePairs(_ groups: [SaveGroup], _ scope: SaveScope) throws -> SaveOutput {
        func changed(_ relationship: RelationshipShape) -> [any PersistentModel] {
            groups.filter { $0.table.layout.shape.has(relationship) }.flatMap { group in
                group.inserted.filter { $0._$state.links != nil }
                    + group.changed.filter { $0._$state.unsaved.columns.contains(relationship.column) }
            }
        }
        var output = SaveOutput()
        for join in scope.session.store.joins {
            let writer = JoinWriter(join: join, connection: scope.connection)
            let forward = join.relationship
            output.history += try writer.update(changed(forward), forward, isForward: true)
            if let backward = forward.inverse, !forward.isSelfInverse {
                output.history += try writer.update(changed(backward), backward, isForward: false)
            }
        }
        return output
    }

    /// Deletes the join rows of deleted records.
    private func remove(sources: [Int64], targets: [Int64]) throws -> [HistoryEntry] {
        var packers = Packers()
        for (column, records) in [("_source", sources), ("_target", targets)] where !records.isEmpty {
            for row in try rows(column, records) { try delete(row, &packers) }
        }
        return entries(packers)
    }

    /// Updates the join rows of changed objects.
    ///
    /// - Parameter isForward: Whether the objects are on the source side of the join table.
    private func update(
        _ models: [any PersistentModel], _ relationship: RelationshipShape, isForward: Bool
    ) throws -> [HistoryEntry] {
        var packers = Packers()
        let own = isForward ? "_source" : "_target"
        // By owner, then by related record.
        var known: [Int64: [Int64: Pair]] = [:]
        let shared = Self.shared(models)
        // Lists can be very long. Of an unloaded list, and of one that was changed at one place, only the additions and
        // removals matter.
        var changes: [Int64: (change: ListDifference, stored: [any PersistentModel])] = [:]
        var records: [Int64] = []
        for model in models where model._$state.links?[relationship.index].isLoaded == true {
            guard let record = Self.record(model) else { continue }
            if !shared.contains(record), let change = LinkEnd(model, relationship).simpleDifference {
                changes[record] = change
            } else {
                records.append(record)
            }
        }
        for row in try rows(own, records) {
            let pair = pair(row, isForward: isForward)
            if let owner = row[isForward ? 1 : 2].integer {
                known[owner, default: [:]][pair.other] = pair
            }
        }
        for model in models {
            guard let record = Self.record(model), let link = model._$state.links?[relationship.index]
            else { continue }
            var pairs = known.removeValue(forKey: record) ?? [:]
            let isShared = shared.contains(record)
            if let (change, stored) = changes[record] {
                if try place(change, in: stored, of: record, isForward, &packers) { continue }
                for row in try rows(own, [record]) {
                    let pair = pair(row, isForward: isForward)
                    pairs[pair.other] = pair
                }
            }
            if link.isLoaded {
                try update(record, model, relationship, link, &pairs, isShared, isForward, &packers)
            } else if let detail = link.detail {
                try update(record, detail, &pairs, isShared, isForward, &packers)
            }
            if isShared { known[record] = pairs }
        }
        return entries(packers)
    }

    /// Returns the records that have several of the objects: aliases and their canonical objects.
    private static func shared(_ models: [any PersistentModel]) -> Set<Int64> {
        var seen: Set<Int64> = []
        var shared: Set<Int64> = []
        for model in models {
            if let record = record(model), !seen.insert(record).inserted { shared.insert(record) }
        }
        return shared
    }

    /// Updates the join rows of an object whose list is loaded.
    private func update(
        _ record: Int64, _ model: any PersistentModel, _ relationship: RelationshipShape, _ link: Link,
        _ pairs: inout [Int64: Pair], _ isShared: Bool, _ isForward: Bool, _ packers: inout Packers
    ) throws {
        var others = model._$relate(relationship.column, .read).compactMap { Self.record($0) }
        let kept = Set(others)
        // Several objects of the list can have the same record.
        if kept.count < others.count {
            var seen: Set<Int64> = []
            others = others.filter { seen.insert($0).inserted }
        }
        // Rows that the list never contained were added externally.
        let base = link.detail?.storedObjects.map { Set($0.compactMap { Self.record($0) }) }
        if base != nil || model._$state.phase != .inserted {
            let gone = pairs.values.filter { pair in
                !pair.isListed && !kept.contains(pair.other) && base?.contains(pair.other) ?? true
            }
            for pair in gone.sorted(by: { $0.record < $1.record }) {
                try delete(pair.row, &packers)
                pairs[pair.other] = nil
            }
        }
        let entries = others.map { other in
            pairs[other].map { ListPositions.Entry(stored: $0.order, record: $0.record) } ?? .new
        }
        let positions = hasOrder(isForward) ? ListPositions.changes(entries) : []
        for (index, other) in others.enumerated() {
            let position = positions.isEmpty ? nil : positions[index]
            if var pair = pairs[other] {
                if let position { try move(&pair, position, isForward, &packers) }
                guard isShared else { continue }
                pair.isListed = true
                pairs[other] = pair
            } else {
                let pair = try insert(record, other, position ?? 0, isForward, &packers)
                if isShared { pairs[other] = pair }
            }
        }
    }

    /// Writes the additions to a list, and the removals from it, at one place.
    ///
    /// - Returns: False if nothing was written, because all join rows of the list are needed.
    private func place(
        _ change: ListDifference, in stored: [any PersistentModel], of record: Int64, _ isForward: Bool,
        _ packers: inout Packers
    ) throws -> Bool {
        let own = isForward ? "_source" : "_target"
        let removed = change.removed.compactMap { Self.record($0) }
        var seen: Set<Int64> = []
        let added = change.added.compactMap { Self.record($0) }.filter { seen.insert($0).inserted }
        let places = [change.replaced.lowerBound - 1, change.replaced.upperBound]
            .filter(stored.indices.contains)
        let neighbours = places.compactMap { Self.record(stored[$0]) }
        var known: [Int64: Pair] = [:]
        for row in try rows(own, [record], with: removed + added + neighbours) {
            let pair = pair(row, isForward: isForward)
            known[pair.other] = pair
        }
        func entry(_ place: Int) -> ListPositions.Entry? {
            guard stored.indices.contains(place) else { return nil }
            return Self.record(stored[place]).flatMap { known[$0] }.map {
                .init(stored: $0.order, record: $0.record)
            }
        }
        guard seen.isDisjoint(with: removed), neighbours.count == places.count,
            neighbours.allSatisfy({ known[$0] != nil }),
            let positions = ListPositions.positions(
                added.count, between: entry(change.replaced.lowerBound - 1),
                and: entry(change.replaced.upperBound))
        else { return false }
        for row in removed.compactMap({ known[$0]?.row }) { try delete(row, &packers) }
        for (other, position) in zip(added, positions) {
            if var pair = known[other] {
                if pair.order != position { try move(&pair, position, isForward, &packers) }
            } else {
                _ = try insert(record, other, position, isForward, &packers)
            }
        }
        return true
    }

    /// Writes the additions and removals of an unloaded relationship.
    private func update(
        _ record: Int64, _ detail: LinkDetail, _ pairs: inout [Int64: Pair], _ isShared: Bool,
        _ isForward: Bool, _ packers: inout Packers
    ) throws {
        let own = isForward ? "_source" : "_target"
        let removed = detail.removed.compactMap { Self.record($0) }
        let added = detail.added.compactMap { Self.record($0) }
        var there: Set<Int64> = []
        let gone = Set(removed).filter { pairs[$0]?.isListed != true }
        for row in try rows(own, [record], with: removed + added) {
            let other = pair(row, isForward: isForward).other
            if gone.contains(other) { try delete(row, &packers) } else { there.insert(other) }
        }
        let new = added.filter { there.insert($0).inserted }
        if new.isEmpty { return }
        var last =
            hasOrder(isForward)
            ? try connection.number(
                "SELECT max(\(own)_order) FROM \(join.table) WHERE \(own) = ?", .integer(record)) : 0
        last = max(0, min(last, ListPositions.limit))
        for other in new {
            last += ListPositions.step
            let pair = try insert(record, other, last, isForward, &packers)
            if isShared { pairs[other] = pair }
        }
    }

    private static func record(_ model: any PersistentModel) -> Int64? {
        model.isGone ? nil : LinkEnd.key(of: model).integer
    }

    private func hasOrder(_ isForward: Bool) -> Bool { isForward || join.hasTargetOrder }

    private func pair(_ row: [StoredValue], isForward: Bool) -> Pair {
        func number(_ position: Int) -> Int64 { position < row.count ? row[position].integer ?? 0 : 0 }
        return Pair(
            record: number(0), other: number(isForward ? 2 : 1), row: row,
            order: number(isForward ? 3 : 4))
    }

    /// Returns the join rows of records, or only those between the records and certain others.
    private func rows(
        _ column: String, _ records: [Int64], with others: [Int64]? = nil
    ) throws -> [[StoredValue]] {
        if records.isEmpty { return [] }
        let list = "IN (SELECT value FROM json_each(?))"
        let other = column == "_source" ? "_target" : "_source"
        let condition = "\(column) \(list)" + (others == nil ? "" : " AND \(other) \(list)")
        return try connection.rows(
            "SELECT \(join.selection) FROM \(join.table) WHERE \(condition) ORDER BY _id",
            [.list(records)] + (others.map { [.list($0)] } ?? []))
    }

    private func delete(_ row: [StoredValue], _ packers: inout Packers) throws {
        guard let record = row[0].integer else { return }
        try connection.run("DELETE FROM \(join.table) WHERE _id = ?", .integer(record))
        packers.deleted.delete(record, Array(row.dropFirst()))
    }

    private func move(
        _ pair: inout Pair, _ order: Int64, _ isForward: Bool, _ packers: inout Packers
    ) throws {
        let column = isForward ? "_source_order" : "_target_order"
        try connection.run(
            "UPDATE \(join.table) SET \(column) = ? WHERE _id = ?", .integer(order), .integer(pair.record))
        if !pair.isRecorded {
            packers.updated.update(pair.record, [(isForward ? 2 : 3, .integer(pair.order))])
        }
        pair.isRecorded = true
        pair.order = order
    }

    private func insert(
        _ own: Int64, _ other: Int64, _ order: Int64, _ isForward: Bool, _ packers: inout Packers
    ) throws -> Pair {
        let statement = try packers.insertion ?? connection.statement(insertion(isForward))
        packers.insertion = statement
        statement.binder.bind(isForward ? own : other, 0)
        statement.binder.bind(isForward ? other : own, 1)
        statement.binder.bind(order, 2)
        try statement.run()
        let record = connection.lastInsertedRecord
        packers.inserted.insert(record)
        return Pair(record: record, other: other, row: [], order: order, isRecorded: true, isListed: true)
    }

    /// Returns the SQL that inserts a join row.
    private func insertion(_ isForward: Bool) -> String {
        // The position on the other side is the last one, until that side is saved.
        func last(_ column: String) -> String {
            ListPositions.afterLast(
                "\(column)_order", in: join.table,
                where: "\(column) = \(column == "_source" ? "?1" : "?2")")
        }
        let sourceOrder = isForward ? "?3" : last("_source")
        let targetOrder = join.hasTargetOrder ? ", " + (isForward ? last("_target") : "?3") : ""
        let columns = join.columns.joined(separator: ", ")
        return "INSERT INTO \(join.table) (\(columns)) VALUES (?1, ?2, \(sourceOrder)\(targetOrder))"
    }

    private func entries(_ packers: Packers) -> [HistoryEntry] {
        let changes: [(kind: PackedChanges.Kind, packer: ChangePacker)] = [
            (.delete, packers.deleted), (.insert, packers.inserted), (.update, packers.updated),
        ]
        return changes.filter { !$0.packer.isEmpty }.map {
            HistoryEntry(kind: $0.kind, model: join.name, columns: join.columns, changes: $0.packer)
        }
    }
}

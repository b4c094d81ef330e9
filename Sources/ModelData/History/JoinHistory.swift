/// Finds the relationships that a transaction changed, by reading the changes of join tables. For most join
/// rows, the history has only the row number.
///
/// Row numbers are never reused. Therefore, the content of an earlier join row is either still in the table,
/// or in the history of the row's deletion. The class of a record is found in the same two places.
final class JoinHistory {
    /// A to-many relationship of one record.
    struct List {
        let layout: EntityLayout
        let record: Int64
        let property: Schema.PropertyMetadata
    }

    private struct Pair {
        let source: Int64
        let target: Int64
    }

    /// The content of deleted rows by row number, and the last row of `_history_change` that was read.
    private struct Deleted<Content> {
        var found: [Int64: Content] = [:]
        var last: Int64 = 0
    }

    private let session: ContextSession
    private let first: Int64
    private var deletedPairs: [String: Deleted<Pair>] = [:]
    private var deletedKinds: [String: Deleted<String>] = [:]

    private var connection: StoreConnection { session.connection }

    /// - Parameter first: The earliest transaction that ``lists(of:)`` will be called for.
    init(_ session: ContextSession, since first: Int64) {
        self.session = session
        self.first = first
    }

    /// Returns the to-many relationships that a transaction's rows changed, by the index of the row. Each
    /// relationship of a record occurs once. Records that the transaction inserted or deleted are left out.
    func lists(of rows: [RecordedRow]) throws -> [Int: [List]] {
        let joins = rows.map { row in session.store.joins.first { $0.name == row.model } }
        if joins.allSatisfy({ $0 == nil }) { return [:] }
        let whole = insertedAndDeletedRecords(rows)
        var reported: [ObjectIdentifier: Set<Int64>] = [:]
        var lists: [Int: [List]] = [:]
        for (index, row) in rows.enumerated() {
            guard let join = joins[index] else { continue }
            let (sources, targets) = try owners(row, join)
            let sides: [([Int64], RelationshipShape?)] = [
                (sources, join.relationship), (targets, join.relationship.inverse),
            ]
            for case (let records, let list?) in sides {
                let others = whole[list.ownerTable.quotedSQL] ?? []
                var known = reported.removeValue(forKey: ObjectIdentifier(list)) ?? []
                let new = records.filter { !others.contains($0) && known.insert($0).inserted }
                reported[ObjectIdentifier(list)] = known
                if !new.isEmpty { lists[index, default: []] += try self.lists(list, of: new) }
            }
        }
        return lists
    }

    /// Returns the records that a transaction inserted or deleted, by table.
    private func insertedAndDeletedRecords(_ rows: [RecordedRow]) -> [String: Set<Int64>] {
        var records: [String: Set<Int64>] = [:]
        for row in rows where row.kind != .update {
            guard let layout = session.store.layouts.first(where: { $0.name == row.model }) else { continue }
            records[layout.table, default: []].formUnion(row.changes.lazy.map(\.record))
        }
        return records
    }

    /// Returns the records on both sides of the changed join rows. If only the position of a join row in a
    /// list changed, the result has only the record with that list.
    private func owners(
        _ row: RecordedRow, _ join: JoinLayout
    ) throws -> (sources: [Int64], targets: [Int64]) {
        var sources: [Int64] = []
        var targets: [Int64] = []
        let known = try row.kind == .delete ? [:] : pairs(row.changes.map(\.record), join)
        for change in row.changes {
            switch change {
            case .insert(let number):
                guard let pair = known[number] else { continue }
                sources.append(pair.source)
                targets.append(pair.target)
            case .update(let number, let old):
                guard let pair = known[number] else { continue }
                for (column, _) in old {
                    if row.columns[column] == "_source_order" { sources.append(pair.source) }
                    if row.columns[column] == "_target_order" { targets.append(pair.target) }
                }
            case .delete(_, let old):
                guard let pair = Self.pair(old, row.columns) else { continue }
                sources.append(pair.source)
                targets.append(pair.target)
            }
        }
        return (sources, targets)
    }

    private static func pair(_ values: [StoredValue], _ columns: [String]) -> Pair? {
        guard let first = columns.firstIndex(of: "_source"), let second = columns.firstIndex(of: "_target"),
            let source = values[first].integer, let target = values[second].integer
        else { return nil }
        return Pair(source: source, target: target)
    }

    private func pairs(_ numbers: [Int64], _ join: JoinLayout) throws -> [Int64: Pair] {
        var found: [Int64: Pair] = [:]
        let rows = try connection.rows(
            """
            SELECT _id, _source, _target FROM \(join.table) \
            WHERE _id IN (SELECT value FROM json_each(?))
            """, [.list(numbers)])
        for row in rows {
            let numbers = row.compactMap(\.integer)
            found[numbers[0]] = Pair(source: numbers[1], target: numbers[2])
        }
        let missing = numbers.filter { found[$0] == nil }
        if missing.isEmpty { return found }
        try readDeletions(of: [join.name], into: &deletedPairs[join.name, default: Deleted()]) { old, row in
            Self.pair(old, row.columns)
        }
        for number in missing { found[number] = deletedPairs[join.name]?.found[number] }
        return found
    }

    /// Returns one entry for the relationship of each record, with the record's own class.
    private func lists(_ list: RelationshipShape, of records: [Int64]) throws -> [List] {
        guard let layout = session.store.layouts.first(where: { $0.entity.type == list.owner }) else {
            return []
        }
        if !layout.isPolymorphic {
            return records.compactMap { Self.list(list.name, $0, layout) }
        }
        let kinds = try kinds(records, layout)
        let layouts = Dictionary(
            session.store.layouts.filter { $0.shape.isKind(of: list.owner) }.map { ($0.name, $0) }
        ) { first, _ in first }
        return records.compactMap { record in
            kinds[record].flatMap { layouts[$0] }.flatMap { Self.list(list.name, record, $0) }
        }
    }

    private static func list(_ name: String, _ record: Int64, _ layout: EntityLayout) -> List? {
        guard let column = layout.column(named: name), let property = layout.columns[column].metadata else {
            return nil
        }
        return List(layout: layout, record: record, property: property)
    }

    /// Returns the class names of records in a table that several classes share.
    private func kinds(_ records: [Int64], _ layout: EntityLayout) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        let rows = try connection.rows(
            """
            SELECT _id, \(ModelHierarchy.typeColumn.quotedSQL) FROM \(layout.table) \
            WHERE _id IN (SELECT value FROM json_each(?))
            """, [.list(records)])
        for row in rows {
            if let record = row[0].integer { found[record] = row[1].text }
        }
        let missing = records.filter { found[$0] == nil }
        if missing.isEmpty { return found }
        let names = layout.kindTypes.map { $0._$entityName }
        try readDeletions(of: names, into: &deletedKinds[layout.name, default: Deleted()]) { _, row in
            row.model
        }
        for record in missing { found[record] = deletedKinds[layout.name]?.found[record] }
        return found
    }

    /// Reads the deletions that were recorded since the last call.
    private func readDeletions<Content>(
        of names: [String], into deleted: inout Deleted<Content>,
        _ content: ([StoredValue], RecordedRow) -> Content?
    ) throws {
        let last = try connection.number("SELECT max(_id) FROM _history_change")
        let rows = try HistoryLog(connection: connection).deletions(
            of: names, since: first, after: deleted.last)
        for row in rows {
            for case .delete(let number, let old) in row.changes { deleted.found[number] = content(old, row) }
        }
        deleted.last = last
    }
}

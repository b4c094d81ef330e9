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

        init?(_ source: StoredValue?, _ target: StoredValue?) {
            guard let source = source?.integer, let target = target?.integer else { return nil }
            (self.source, self.target) = (source, target)
        }

        init?(deletedBy change: RecordedChange, _ row: RecordedRow) {
            func value(_ name: String) -> StoredValue? {
                row.columns.firstIndex(of: name).flatMap(change.old(_:))
            }
            self.init(value("_source"), value("_target"))
        }
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
            guard let layout = session.store.layout(named: row.model) else { continue }
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
            let pair = row.kind == .delete ? Pair(deletedBy: change, row) : known[change.record]
            guard let pair else { continue }
            let changed = change.old.map { row.columns[$0.column] }
            if row.kind != .update || changed.contains("_source_order") { sources.append(pair.source) }
            if row.kind != .update || changed.contains("_target_order") { targets.append(pair.target) }
        }
        return (sources, targets)
    }

    private func pairs(_ numbers: [Int64], _ join: JoinLayout) throws -> [Int64: Pair] {
        try content(
            of: numbers, in: join.table, "_source, _target", recordedAs: [join.name],
            &deletedPairs[join.name, default: Deleted()], read: { Pair($0[1], $0[2]) },
            deleted: Pair.init(deletedBy:_:))
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
        let layouts = Dictionary(session.store.layouts.map { ($0.name, $0) }) { first, _ in first }
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
        try content(
            of: records, in: layout.table, ModelHierarchy.typeColumn.quotedSQL,
            recordedAs: layout.kindTypes.map { $0._$entityName },
            &deletedKinds[layout.name, default: Deleted()], read: { $0[1].text },
            deleted: { $1.model })
    }

    /// Returns the content of rows by row number: from the table, or of deleted rows from the history.
    ///
    /// - Parameters:
    ///   - columns: The columns with the content.
    ///   - names: The names under which the history lists the rows.
    ///   - known: The deletions that were read so far.
    ///   - read: Returns the content of a row, whose first value is its number.
    ///   - deleted: Returns the content of a row that a change deleted.
    private func content<Content>(
        of numbers: [Int64], in table: String, _ columns: String, recordedAs names: [String],
        _ known: inout Deleted<Content>, read: ([StoredValue]) -> Content?,
        deleted: (RecordedChange, RecordedRow) -> Content?
    ) throws -> [Int64: Content] {
        var found: [Int64: Content] = [:]
        let rows = try connection.rows(
            "SELECT _id, \(columns) FROM \(table) WHERE _id IN (SELECT value FROM json_each(?))",
            [.list(numbers)])
        for row in rows {
            if let number = row[0].integer { found[number] = read(row) }
        }
        let missing = numbers.filter { found[$0] == nil }
        if missing.isEmpty { return found }
        let last = try connection.number("SELECT max(_id) FROM _history_change")
        let deletions = try HistoryLog(connection: connection).deletions(
            of: names, since: first, after: known.last)
        for row in deletions {
            for change in row.changes { known.found[change.record] = deleted(change, row) }
        }
        known.last = last
        for number in missing { found[number] = known.found[number] }
        return found
    }
}

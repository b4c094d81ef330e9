/// Tells whose lists a transaction changed where the history has pairs, of which it names most by their numbers alone.
///
/// A number stands for the same pair for good, so that one of the past is found in the table, or where the history
/// has its deletion. The same goes for the class of a record.
final class RecordedPairs {
    /// A list of a record.
    struct List {
        let layout: EntityLayout
        let record: Int64
        let property: Schema.PropertyMetadata
    }

    private struct Pair {
        let source: Int64
        let target: Int64
    }

    /// What is known of deleted rows by their numbers, and the last change that was looked at.
    private struct Deleted<Content> {
        var found: [Int64: Content] = [:]
        var last: Int64 = 0
    }

    private let session: StoreSession
    private let first: Int64
    private var deletedPairs: [String: Deleted<Pair>] = [:]
    private var deletedKinds: [String: Deleted<String>] = [:]

    private var connection: StoreConnection { session.connection }

    /// - Parameter first: the first transaction that will be asked about.
    init(_ session: StoreSession, since first: Int64) {
        self.session = session
        self.first = first
    }

    /// The lists that the rows of a transaction changed, by the positions of the rows. Each list is there once, and
    /// none of a record that the transaction made or deleted.
    func lists(of rows: [RecordedRow]) throws -> [Int: [List]] {
        let joins = rows.map { row in session.store.joins.first { $0.name == row.model } }
        if joins.allSatisfy({ $0 == nil }) { return [:] }
        let whole = wholeRecords(rows)
        var told: [ObjectIdentifier: Set<Int64>] = [:]
        var lists: [Int: [List]] = [:]
        for (index, row) in rows.enumerated() {
            guard let join = joins[index] else { continue }
            let (sources, targets) = try owners(row, join)
            let sides: [([Int64], RelationshipShape?)] = [
                (sources, join.relationship), (targets, join.relationship.inverse),
            ]
            for case (let records, let list?) in sides {
                let others = whole[list.ownerTable.quotedSQL] ?? []
                var known = told.removeValue(forKey: ObjectIdentifier(list)) ?? []
                let new = records.filter { !others.contains($0) && known.insert($0).inserted }
                told[ObjectIdentifier(list)] = known
                if !new.isEmpty { lists[index, default: []] += try self.lists(list, of: new) }
            }
        }
        return lists
    }

    /// The records that a transaction made or deleted, by their tables.
    private func wholeRecords(_ rows: [RecordedRow]) -> [String: Set<Int64>] {
        var records: [String: Set<Int64>] = [:]
        for row in rows where row.kind != .update {
            guard let layout = session.store.layouts.first(where: { $0.name == row.model }) else { continue }
            records[layout.table, default: []].formUnion(row.changes.lazy.map(\.record))
        }
        return records
    }

    /// The records on both sides whose lists a row changed: where pairs only moved, on the side on which they did.
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
            case .integer(let source) = values[first], case .integer(let target) = values[second]
        else { return nil }
        return Pair(source: source, target: target)
    }

    private func pairs(_ numbers: [Int64], _ join: JoinLayout) throws -> [Int64: Pair] {
        var found: [Int64: Pair] = [:]
        let rows = try connection.rows(
            """
            SELECT _id, _source, _target FROM \(join.table) \
            WHERE _id IN (SELECT value FROM json_each(?))
            """, [.text(ModelContext.list(numbers))])
        for row in rows {
            guard case .integer(let number) = row[0], case .integer(let source) = row[1],
                case .integer(let target) = row[2]
            else { continue }
            found[number] = Pair(source: source, target: target)
        }
        let missing = numbers.filter { found[$0] == nil }
        if missing.isEmpty { return found }
        try readDeletions(of: [join.name], into: &deletedPairs[join.name, default: Deleted()]) { old, row in
            Self.pair(old, row.columns)
        }
        for number in missing { found[number] = deletedPairs[join.name]?.found[number] }
        return found
    }

    /// A list of some records, each with its own class.
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

    /// The names of the classes of records in a table that several have.
    private func kinds(_ records: [Int64], _ layout: EntityLayout) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        let rows = try connection.rows(
            """
            SELECT _id, \(ModelFamily.typeColumn.quotedSQL) FROM \(layout.table) \
            WHERE _id IN (SELECT value FROM json_each(?))
            """, [.text(ModelContext.list(records))])
        for row in rows {
            guard case .integer(let record) = row[0], case .text(let name) = row[1] else { continue }
            found[record] = name
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

    /// Reads what was deleted since this was last done.
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

import Foundation
import ModelData
import StoreMaintenance
import SyncProtocol

/// Digests of all synchronized values at the time of `sync off`.
///
/// A later `sync login` compares them with the present values. So it also finds changes that the history doesn't
/// contain, such as those by other tools.
///
/// - `_syncSnapshotModel`: the names of each model's fields, in the order of the digests.
/// - `_syncSnapshot`: the digests of each record's fields, 16 hexadecimal digits each, and the names of its pairs.
struct SyncSnapshot {
    let database: SQLAccess
    let shapes: SyncShapes

    static let names = ["_syncSnapshot", "_syncSnapshotModel"]

    private static let creation = """
        CREATE TABLE IF NOT EXISTS _syncSnapshotModel (
            entity TEXT PRIMARY KEY,
            fields TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncSnapshot (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            digests TEXT NOT NULL,
            pairs TEXT NOT NULL,
            PRIMARY KEY (entity, uuid)
        ) STRICT, WITHOUT ROWID;
        """

    /// The number of records that are read at once.
    private static let pageSize = 500

    static func exists(in database: SQLAccess) throws -> Bool {
        try database.hasTable("_syncSnapshot")
    }

    static func drop(in database: SQLAccess) throws {
        for name in names { try database.execute("DROP TABLE IF EXISTS \(name)") }
    }

    /// Writes the digests of the present values.
    func write() throws {
        try Self.drop(in: database)
        try database.execute(Self.creation)
        for shape in shapes.all {
            let names = shape.fields.map(\.name).joined(separator: ",")
            try database.run("INSERT INTO _syncSnapshotModel VALUES (?, ?)", .text(shape.name), .text(names))
            try forEachRecord(shape) { record in
                try database.run(
                    "INSERT OR REPLACE INTO _syncSnapshot VALUES (?, ?, ?, ?)", .text(shape.name),
                    .text(record.uuid), .text(record.digests.joined()),
                    .text(record.pairs.sorted().joined(separator: " ")))
            }
        }
    }

    /// A record with the digests of its fields, in the order of the shape's fields.
    private struct Record {
        let uuid: String
        let digests: [String]
        /// The names of the pairs' fields.
        let pairs: Set<String>
        /// The stored row of the snapshot, if there is one: the digests, and the pairs.
        let former: (digests: String, pairs: String)?
    }

    private func forEachRecord(
        _ shape: SyncShape, compares: Bool = false, _ process: (Record) throws -> Void
    ) throws {
        let columns = shape.fields.map { "e.\($0.column.quoted)" }
        let former = compares ? ["s.digests", "s.pairs"] : ["NULL", "NULL"]
        let join =
            compares
            ? "LEFT JOIN _syncSnapshot AS s ON s.entity = \(shape.name.literalSQL) AND s.uuid = e.\(shape.identifier.quoted)"
            : ""
        var last: Int64 = 0
        while true {
            let rows = try database.rows(
                """
                SELECT \((["e._id", "e.\(shape.identifier.quoted)"] + former + columns).joined(separator: ", "))
                FROM \(shape.table.table) AS e \(join)
                WHERE e._id > ?\(shape.table.andExactly("e")) ORDER BY e._id LIMIT \(Self.pageSize)
                """, .integer(last))
            for row in rows {
                guard let number = row[0].integer else { continue }
                last = number
                guard let uuid = row[1].text else { continue }
                let pairs = try shapes.pairNames(of: number, shape, database)
                let stored = row[2].text.flatMap { digests in
                    row[3].text.map { (digests: digests, pairs: $0) }
                }
                try process(
                    Record(
                        uuid: uuid, digests: row.dropFirst(4).map(Self.digest), pairs: pairs, former: stored))
            }
            if rows.count < Self.pageSize { return }
        }
    }

    private static func digest(_ value: StoredValue) -> String {
        var hash = FNV1a()
        switch value {
        case .null: break
        case .integer(let number):
            hash.add(1)
            hash.add(UInt64(bitPattern: number))
        case .real(let number):
            hash.add(2)
            hash.add(number.bitPattern)
        case .text(let text):
            hash.add(3)
            hash.add(text)
        case .blob(let data):
            hash.add(4)
            data.withUnsafeBytes { hash.add($0) }
        }
        return String(repeating: "0", count: 16 - hash.text.count) + hash.text
    }

    // MARK: - Comparison

    /// Adds all differences from the snapshot to the edit log that the log doesn't have yet.
    ///
    /// - Parameter clock: The stamp of these changes: later than everything that was known at `sync off`.
    func addDifferences(to log: EditLog, at clock: Int64) throws {
        for shape in shapes.all {
            let row = try database.rows(
                "SELECT fields FROM _syncSnapshotModel WHERE entity = ?", .text(shape.name)
            ).first
            guard let names = row?.first?.text?.split(separator: ",").map(String.init) else { continue }
            let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
            try forEachRecord(shape, compares: true) { record in
                guard let former = record.former else {
                    return try addInsertion(of: record.uuid, shape, clock)
                }
                let digests = Array(former.digests.utf8)
                for (field, digest) in zip(shape.fields, record.digests) {
                    guard let place = places[field.name], digests.count >= (place + 1) * 16 else { continue }
                    if digests[place * 16..<(place + 1) * 16].elementsEqual(digest.utf8) { continue }
                    try addChange(of: field.name, in: record.uuid, shape, clock)
                }
                let pairs = Set(former.pairs.split(separator: " ").map(String.init))
                for name in pairs.symmetricDifference(record.pairs) {
                    try addChange(of: name, in: record.uuid, shape, clock)
                }
            }
            try addDeletions(shape, clock)
        }
    }

    /// Adds a field that changed without a trace in the history.
    ///
    /// A field with the zero clock was replaced by `repair`: the server's value is the better one.
    private func addChange(of name: String, in uuid: String, _ shape: SyncShape, _ clock: Int64) throws {
        try database.run(
            """
            INSERT INTO _editedField (entity, uuid, name, clock, edited)
            SELECT ?1, ?2, ?3, ?4, 1 WHERE NOT EXISTS (SELECT 1 FROM _editedRecord
                    WHERE entity = ?1 AND uuid = ?2 AND insertedAt IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM _syncField AS f JOIN _syncRecord AS r ON r._id = f.record
                    WHERE r.entity = ?1 AND r.uuid = ?2 AND f.name = ?3 AND f.clock = ?5)
            ON CONFLICT (entity, uuid, name) DO NOTHING
            """, .text(shape.name), .text(uuid), .text(name), .integer(clock),
            .text(SyncClock.zero.description))
    }

    /// Adds a deleted record that was inserted again without a trace in the history. A record that was never
    /// deleted is new, and needs no row.
    private func addInsertion(of uuid: String, _ shape: SyncShape, _ clock: Int64) throws {
        try database.run(
            """
            INSERT INTO _editedRecord (entity, uuid, insertedAt, life, edited)
            SELECT ?1, ?2, ?3, 1, 1 WHERE EXISTS (SELECT 1 FROM _syncRecord
                WHERE entity = ?1 AND uuid = ?2 AND life % 2 = 0)
            ON CONFLICT (entity, uuid) DO NOTHING
            """, .text(shape.name), .text(uuid), .integer(clock))
    }

    private func addDeletions(_ shape: SyncShape, _ clock: Int64) throws {
        try database.run(
            """
            INSERT INTO _editedRecord (entity, uuid, deletedAt, life, edited)
            SELECT ?1, s.uuid, ?2, 2, 0 FROM _syncSnapshot AS s WHERE s.entity = ?1 AND NOT EXISTS
                (SELECT 1 FROM \(shape.table.table) AS e
                WHERE e.\(shape.identifier.quoted) = s.uuid\(shape.table.andExactly("e")))
            ON CONFLICT (entity, uuid) DO NOTHING
            """, .text(shape.name), .integer(clock))
    }
}

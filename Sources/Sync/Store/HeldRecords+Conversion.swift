import Foundation
import ModelData
import SyncProtocol

extension HeldRecords {
    /// The tables of formats before 6, each of which held one kind of version.
    static let earlierTables = ["_syncWaiting", "_syncUnread", "_syncOrphan", "_syncKept"]

    /// Moves the content of earlier tables to `_syncHeld`.
    static func convertEarlierTables(_ database: SQLAccess) throws {
        let list = earlierTables.map(\.literalSQL).joined(separator: ", ")
        let found = try database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (\(list))"
        ).compactMap { $0[0].text }
        for table in found {
            switch table {
            case "_syncWaiting": try move(.waiting, "body, 0, NULL, NULL", from: table, database)
            case "_syncUnread": try move(.unreadable, "body, fields, NULL, NULL", from: table, database)
            case "_syncOrphan": try move(.cascaded, "body, 0, ownerEntity, owner", from: table, database)
            default: try moveLocalOnlyFields(database)
            }
            try database.execute("DROP TABLE \(table.quotedSQL)")
        }
    }

    private static func move(
        _ kind: Kind, _ columns: String, from table: String, _ database: SQLAccess
    ) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO _syncHeld (kind, entity, uuid, body, unreadable, ownerEntity, owner)
            SELECT \(kind.rawValue), entity, uuid, \(columns) FROM \(table.quotedSQL)
            """)
    }

    /// Earlier formats had a row for each field.
    private static func moveLocalOnlyFields(_ database: SQLAccess) throws {
        var values: [SyncKey: [(String, StoredValue)]] = [:]
        for row in try database.rows("SELECT entity, uuid, name, value FROM _syncKept") {
            guard let entity = row[0].text, let id = row[1].text.flatMap(UUID.init(uuidString:)),
                let name = row[2].text
            else { continue }
            values[SyncKey(entity: entity, id: id), default: []].append((name, row[3]))
        }
        let held = HeldRecords(database)
        for (key, values) in values { try LocalOnlyFields(values).hold(key, held) }
    }
}

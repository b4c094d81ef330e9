import ModelData
import SyncProtocol

/// A record's sync metadata, from the table `_syncRecord`.
struct RecordSyncMetadata {
    let number: Int64
    let state: SyncState
    let causalLength: Int
    let version: Int64
    /// The clock of all fields without their own metadata.
    let clock: String
    let isEdited: Bool
    /// Whether all fields without their own metadata must be sent.
    var isWhole: Bool

    var isUnsent: Bool { state == .notSynchronized || state == .pending }

    static let columns = "_id, state, life, version, clock, edited, whole"

    init?(_ row: ArraySlice<StoredValue>) {
        let row = Array(row)
        guard row.count >= 7, let number = row[0].integer, let state = row[1].integer.flatMap(SyncState.init),
            let causalLength = row[2].integer, let version = row[3].integer, let clock = row[4].text
        else { return nil }
        self.number = number
        self.state = state
        self.causalLength = Int(clamping: causalLength)
        self.version = version
        self.clock = clock
        isEdited = row[5] == .integer(1)
        isWhole = row[6] == .integer(1)
    }

    static func find(_ key: SyncKey, _ database: SQLAccess) throws -> RecordSyncMetadata? {
        try database.rows(
            "SELECT \(columns) FROM _syncRecord WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString)
        ).first.flatMap { RecordSyncMetadata($0[...]) }
    }
}

/// The sync metadata of a field or a pair, from the table `_syncField`.
struct FieldSyncMetadata {
    let clock: String
    /// The clock of the value that the edit replaced.
    let base: String?
    let isEdited: Bool
    let isUnsent: Bool

    static func all(of record: Int64, _ database: SQLAccess) throws -> [String: FieldSyncMetadata] {
        var fieldMetadata: [String: FieldSyncMetadata] = [:]
        for row in try database.rows(
            "SELECT name, clock, edited, unsent, base FROM _syncField WHERE record = ?", .integer(record))
        {
            guard let name = row[0].text, let clock = row[1].text else { continue }
            fieldMetadata[name] = FieldSyncMetadata(
                clock: clock, base: row[4].text, isEdited: row[2] == .integer(1),
                isUnsent: row[3] == .integer(1))
        }
        return fieldMetadata
    }
}

import ModelData
import SyncProtocol

/// What a store notes of one record, beside its values.
struct RecordNote {
    let number: Int64
    let state: SyncState
    let life: Int
    let version: Int64
    /// The clock of the fields that have none of their own.
    let clock: String
    let isEdited: Bool
    /// Whether everything must be sent that has no note of its own.
    let isWhole: Bool

    var isUnsent: Bool { state == .notSynchronized || state == .pending }

    static let columns = "_id, state, life, version, clock, edited, whole"

    init?(_ row: ArraySlice<StoredValue>) {
        let row = Array(row)
        guard row.count >= 7, let number = row[0].integer, let state = row[1].integer.flatMap(SyncState.init),
            let life = row[2].integer, let version = row[3].integer, let clock = row[4].text
        else { return nil }
        self.number = number
        self.state = state
        self.life = Int(clamping: life)
        self.version = version
        self.clock = clock
        isEdited = row[5] == .integer(1)
        isWhole = row[6] == .integer(1)
    }

    static func find(_ key: SyncKey, _ door: StoreDoor) throws -> RecordNote? {
        try door.rows(
            "SELECT \(columns) FROM _syncRecord WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString)
        ).first.flatMap { RecordNote($0[...]) }
    }
}

/// What a store notes of one field, or of one pair.
struct FieldNote {
    let clock: String
    let isEdited: Bool
    let isUnsent: Bool

    static func all(of record: Int64, _ door: StoreDoor) throws -> [String: FieldNote] {
        var notes: [String: FieldNote] = [:]
        for row in try door.rows(
            "SELECT name, clock, edited, unsent FROM _syncField WHERE record = ?", .integer(record))
        {
            guard let name = row[0].text, let clock = row[1].text else { continue }
            notes[name] = FieldNote(
                clock: clock, isEdited: row[2] == .integer(1), isUnsent: row[3] == .integer(1))
        }
        return notes
    }
}

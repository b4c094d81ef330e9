import Foundation
import ModelData
import SyncProtocol

/// What became of a record that others name.
enum RecordFate: Equatable {
    /// It is here, or the one is that it turned out to be the same as.
    case here(number: Int64, id: UUID)
    /// It was deleted, and isn't the same as one that may still come.
    case gone
    /// It, or the one that it turned out to be the same as, may still come.
    case awaited
}

extension Applier {
    /// What became of a record.
    func fate(of id: UUID, _ shape: SyncShape) throws -> RecordFate {
        var id = id
        let kinds = shape.table.kindNames.map(\.asSQLText).joined(separator: ", ")
        // A chain of records that were the same is short; a ring, which only a hostile server makes, ends too.
        for _ in 0..<8 {
            if let number = try number(of: SyncKey(entity: shape.name, id: id), shape) {
                return .here(number: number, id: id)
            }
            let note = try door.rows(
                """
                SELECT r.life % 2, l.target FROM _syncRecord AS r
                LEFT JOIN _syncLink AS l ON l.record = r._id AND l.name = ?
                WHERE r.entity IN (\(kinds)) AND r.uuid = ?
                """, .text(SyncAlias.field), .text(id.uuidString))
            guard let row = note.first, row[0] == .integer(0) else { return .awaited }
            guard let next = row[1].text.flatMap(UUID.init(uuidString:)) else { return .gone }
            id = next
        }
        return .gone
    }

    /// What became of the record that stands for a deleted one, as its tombstone says.
    ///
    /// Where it was deleted here in an earlier life than the tombstone means, it is still to come: what belongs to the
    /// other one must not be deleted before it has a new owner.
    func fate(of id: UUID, for tombstone: SyncRecord, _ shape: SyncShape) throws -> RecordFate {
        let fate = try fate(of: id, shape)
        guard fate == .gone, case .int(let life)? = tombstone.fields[SyncAlias.lifeField]?.value else {
            return fate
        }
        let known = try RecordNote.find(SyncKey(entity: shape.name, id: id), door)?.life ?? 0
        return Int64(known) < life ? .awaited : .gone
    }

    /// The number of a record, or of the one that it turned out to be the same as; `nil` where neither is here.
    func number(standingFor id: UUID, _ shape: SyncShape) throws -> Int64? {
        guard case .here(let number, _) = try fate(of: id, shape) else { return nil }
        return number
    }
}

import Foundation
import ModelData
import SyncProtocol

/// The result of looking up a referenced record.
enum RecordResolution: Equatable {
    /// The record, or the one into which it was merged, is stored here.
    case present(number: Int64, id: UUID)
    /// The record was deleted and wasn't merged into one that may still arrive.
    case deleted
    /// The record, or the one into which it was merged, may still arrive.
    case awaited
}

extension ChangeApplier {
    /// Looks up a record, following aliases.
    func resolution(of id: UUID, _ shape: SyncShape) throws -> RecordResolution {
        if let known = cache[id, shape.name] { return known }
        let found = try lookUp(id, shape)
        if case .present = found { cache[id, shape.name] = found }
        return found
    }

    private func lookUp(_ first: UUID, _ shape: SyncShape) throws -> RecordResolution {
        var id = first
        let kinds = shape.table.kindNames.map(\.literalSQL).joined(separator: ", ")
        // Chains of aliases are short. The limit also ends a cycle, which only a malicious server creates.
        for _ in 0..<8 {
            let rows = try database.rows(
                """
                SELECT e._id, r.life % 2, l.target FROM (SELECT 1)
                LEFT JOIN \(shape.table.table) AS e ON e.\(shape.identifier.quoted) = ?2\(shape.table.andKind("e"))
                LEFT JOIN _syncRecord AS r ON r.entity IN (\(kinds)) AND r.uuid = ?2
                LEFT JOIN _syncLink AS l ON l.record = r._id AND l.name = ?1
                """, .text(Tombstone.Field.alias.rawValue), .text(id.uuidString))
            guard let row = rows.first else { return .awaited }
            if let number = row[0].integer { return .present(number: number, id: id) }
            guard row[1] == .integer(0) else { return .awaited }
            guard let next = row[2].text.flatMap(UUID.init(uuidString:)) else { return .deleted }
            id = next
        }
        return .deleted
    }

    /// Returns the number of a record, or of the one into which it was merged. `nil` if neither is stored
    /// here.
    func number(resolving id: UUID, _ shape: SyncShape) throws -> Int64? {
        guard case .present(let number, _) = try resolution(of: id, shape) else { return nil }
        return number
    }
}

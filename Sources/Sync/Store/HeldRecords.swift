import Foundation
import ModelData
import SyncProtocol

/// Records that are stored beside the models' tables, as encoded versions in the table `_syncHeld`.
///
/// It is used within one transaction, and remembers which kinds of records don't exist, so that most pages need no
/// statement for them.
final class HeldRecords {
    /// The reason for which a version is held. The raw values are stored.
    enum Kind: Int64, CaseIterable {
        /// A received version that can't be applied before other records arrive, or before local edits are sent.
        case waiting = 0
        /// A received version with fields that this version of the program can't decode.
        case unreadable = 1
        /// The content of a record that was deleted here only because its owner was deleted on another device.
        /// It is sent with the tombstone, and restored if the owner is re-created.
        case cascaded = 2
        /// The local-only fields of a record that another device deleted.
        case localOnly = 3
        /// A received version that can't be opened: it was changed, or sealed with another key. It is never applied.
        case unopened = 4
    }

    private let database: SQLAccess
    private var isAny: [Kind: Bool] = [:]

    init(_ database: SQLAccess) { self.database = database }

    /// Returns whether any version of a kind is held.
    func contains(_ kind: Kind) throws -> Bool {
        if let isAny = isAny[kind] { return isAny }
        let found = try database.number(
            "SELECT EXISTS (SELECT 1 FROM _syncHeld WHERE kind = ?)", .integer(kind.rawValue))
        isAny[kind] = found == 1
        return found == 1
    }

    /// Holds a version, and replaces an earlier one of the same kind.
    ///
    /// - Parameters:
    ///   - record: The version.
    ///   - kind: The reason.
    ///   - unreadable: The number of fields that can't be decoded. Default: none.
    ///   - owner: The owner with which the record was deleted. Default: none.
    func hold(_ record: SyncRecord, as kind: Kind, unreadable: Int = 0, owner: SyncKey? = nil) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO _syncHeld (kind, entity, uuid, body, unreadable, ownerEntity, owner)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .integer(kind.rawValue), .text(record.key.entity), .text(record.key.id.uuidString),
            .blob(record.encoded()), .integer(Int64(unreadable)), owner.map { .text($0.entity) } ?? .null,
            owner.map { .text($0.id.uuidString) } ?? .null)
        isAny[kind] = true
    }

    /// Replaces a held version, which keeps its owner.
    func replace(_ record: SyncRecord, _ kind: Kind) throws {
        try database.run(
            "UPDATE _syncHeld SET body = ? WHERE kind = ? AND entity = ? AND uuid = ?",
            .blob(record.encoded()), .integer(kind.rawValue), .text(record.key.entity),
            .text(record.key.id.uuidString))
    }

    /// Deletes the held versions of a record.
    func release(_ key: SyncKey, _ kinds: Kind...) throws {
        for kind in kinds where try contains(kind) {
            try database.run(
                "DELETE FROM _syncHeld WHERE kind = ? AND entity = ? AND uuid = ?", .integer(kind.rawValue),
                .text(key.entity), .text(key.id.uuidString))
        }
    }

    /// Returns the held version of a record.
    func version(_ key: SyncKey, _ kind: Kind) throws -> (record: SyncRecord, owner: String?)? {
        guard try contains(kind) else { return nil }
        let row = try database.rows(
            "SELECT body, owner FROM _syncHeld WHERE kind = ? AND entity = ? AND uuid = ?",
            .integer(kind.rawValue), .text(key.entity), .text(key.id.uuidString)
        ).first
        guard let row, let record = Self.decoded(row[0]) else { return nil }
        return (record, row[1].text)
    }

    /// Returns all held versions of a kind, with the number of their fields that can't be decoded.
    func all(_ kind: Kind) throws -> [(record: SyncRecord, unreadable: Int)] {
        guard try contains(kind) else { return [] }
        let rows = try database.rows(
            "SELECT body, unreadable FROM _syncHeld WHERE kind = ? ORDER BY entity, uuid",
            .integer(kind.rawValue))
        return rows.compactMap { row in
            Self.decoded(row[0]).map { ($0, Int(clamping: row[1].integer ?? 0)) }
        }
    }

    /// The number of held versions of a kind.
    func count(_ kind: Kind) throws -> Int64 {
        guard try contains(kind) else { return 0 }
        return try database.number(
            "SELECT count(*) FROM _syncHeld WHERE kind = ?", .integer(kind.rawValue))
    }

    // MARK: - Owners

    /// Returns the owners of held records that are to be re-created with them.
    func owners() throws -> [SyncKey] {
        guard try contains(.cascaded) else { return [] }
        return try database.rows(
            "SELECT DISTINCT ownerEntity, owner FROM _syncHeld WHERE owner IS NOT NULL ORDER BY 1, 2"
        ).compactMap { row in
            guard let entity = row[0].text, let id = row[1].text.flatMap(UUID.init(uuidString:)) else {
                return nil
            }
            return SyncKey(entity: entity, id: id)
        }
    }

    /// Returns the records that were deleted together with an owner.
    func owned(by owner: SyncKey) throws -> [SyncRecord] {
        guard try contains(.cascaded) else { return [] }
        return try database.rows(
            "SELECT body FROM _syncHeld WHERE owner = ? AND ownerEntity = ? ORDER BY entity, uuid",
            .text(owner.id.uuidString), .text(owner.entity)
        ).compactMap { Self.decoded($0[0]) }
    }

    /// Leaves it to other devices to re-create a record.
    func leaveToOthers(_ key: SyncKey) throws {
        guard try contains(.cascaded) else { return }
        try database.run(
            """
            UPDATE _syncHeld SET owner = NULL, ownerEntity = NULL WHERE kind = ? AND entity = ? AND uuid = ?
            """, .integer(Kind.cascaded.rawValue), .text(key.entity), .text(key.id.uuidString))
    }

    private static func decoded(_ body: StoredValue) -> SyncRecord? {
        guard case .blob(let body) = body else { return nil }
        return try? SyncRecord(decoding: body)
    }
}

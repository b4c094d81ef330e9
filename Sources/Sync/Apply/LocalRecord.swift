import Foundation
import ModelData
import SyncProtocol

/// A record in this store: the number of its row, and its sync metadata. Both may be missing.
struct LocalRecord {
    let number: Int64?
    var metadata: RecordSyncMetadata?
    /// Whether the user edited it here.
    let isEdited: Bool

    /// The causal length, or 0 if the record is unknown. A record without metadata was imported here.
    var causalLength: Int { metadata?.causalLength ?? (number == nil ? 0 : 1) }
}

/// Results of lookups that stay valid until a record is deleted. It is used within one transaction.
final class LookupCache {
    private let database: SQLAccess
    private var knowsLinks: Bool?
    /// The stored records that other records refer to, by model and UUID.
    private var present: [String: [UUID: RecordResolution]] = [:]

    init(_ database: SQLAccess) { self.database = database }

    /// Whether any reference to a missing record is known.
    var hasLinks: Bool {
        get throws {
            if let knowsLinks { return knowsLinks }
            let found = try database.number("SELECT EXISTS (SELECT 1 FROM _syncLink)") == 1
            knowsLinks = found
            return found
        }
    }

    /// Notes that a reference was added.
    func addsLink() { knowsLinks = true }

    /// The known result of looking up a record of a model.
    subscript(id: UUID, model: String) -> RecordResolution? {
        get { present[model]?[id] }
        set { present[model, default: [:]][id] = newValue }
    }

    /// Forgets the results about a record that is stored from now on, of whatever class.
    func forget(_ id: UUID) { for model in present.keys { present[model]?[id] = nil } }

    /// Forgets all results, because a record was deleted.
    func forgetRecords() { present = [:] }
}

extension ChangeApplier {
    /// Returns the row and the metadata of a record.
    func find(_ key: SyncKey, _ shape: SyncShape) throws -> LocalRecord {
        let columns = RecordSyncMetadata.columns.split(separator: ", ").map { "r.\($0)" }
        let row =
            try database.rows(
                """
                SELECT e._id, \(columns.joined(separator: ", ")), r.edited = 1 OR EXISTS
                    (SELECT 1 FROM _syncField AS f WHERE f.record = r._id AND f.edited = 1) FROM (SELECT 1)
                LEFT JOIN _syncRecord AS r ON r.entity = ?1 AND r.uuid = ?2
                LEFT JOIN \(shape.table.table) AS e ON e.\(shape.identifier.quoted) = ?2\(shape.table.andKind("e"))
                """, .text(key.entity), .text(key.id.uuidString)
            ).first ?? []
        return LocalRecord(
            number: row.first?.integer, metadata: RecordSyncMetadata(row.dropFirst()),
            isEdited: row.last?.integer == 1)
    }

    /// Returns the number of a record in this store.
    func number(of key: SyncKey, _ shape: SyncShape) throws -> Int64? {
        try database.rows(
            """
            SELECT _id FROM \(shape.table.table)
            WHERE \(shape.identifier.quoted) = ?\(shape.table.andKind())
            """, .text(key.id.uuidString)
        ).first?.first?.integer
    }

    /// Reads the facts that decide what becomes of a version.
    func facts(
        about version: SyncRecord, _ local: LocalRecord, _ shape: SyncShape, from origin: SyncOrigin
    ) throws -> LocalFacts {
        var facts = LocalFacts(
            causalLength: local.causalLength, isStored: local.number != nil,
            isUnsent: local.metadata?.isUnsent ?? false)
        if facts.isUnsent, origin == .page { return facts }
        guard let tombstone = version.tombstone, let number = local.number,
            version.causalLength >= facts.causalLength
        else { return facts }
        switch tombstone.cause {
        case .undo(let writers):
            facts.isUsedByOthers = try isUsedByOthers(version.key, number, shape, apartFrom: writers)
        case .cascade(let owner):
            facts.hasNewOwner = try hasNewOwner(owner, version, local, number, shape)
        case .user, .unstated: break
        }
        facts.alias = try aliasState(tombstone, version.key, number, shape)
        return facts
    }

    /// Returns the state of the record into which a deleted one was merged.
    func aliasState(
        _ tombstone: Tombstone, _ key: SyncKey, _ number: Int64?, _ shape: SyncShape
    ) throws -> LocalFacts.AliasState {
        // An alias of itself, which only a malicious server sends, has no effect.
        guard let alias = tombstone.alias, alias.id != key.id else { return .none }
        switch try resolution(of: alias.id, shape) {
        case .present(let other, _): return other == number ? .same : .stored
        case .awaited: return .awaited
        case .deleted:
            // If the other record was deleted here before the tombstone was written, it will be re-created. The
            // records that it takes over must not be deleted before then.
            let other = SyncKey(entity: shape.name, id: alias.id)
            let known = try RecordSyncMetadata.find(other, database)?.causalLength ?? 0
            return known < alias.causalLength ? .awaited : .none
        }
    }
}

/// The local-only fields of a record: its number and the properties that aren't synchronized.
///
/// They are held when another device's deletion is applied, and restored if the record is re-created.
struct LocalOnlyFields {
    /// The column with a record's number.
    private static let number = "_id"

    private let values: [String: SyncValue]

    /// Whether nothing is held, as for most records.
    var isEmpty: Bool { values.isEmpty }

    /// Creates the fields from stored values.
    init(_ values: [(String, StoredValue)]) {
        self.values = Dictionary(values.map { ($0, $1.wireValue) }, uniquingKeysWith: { $1 })
    }

    /// Reads the held fields of a record.
    init(of key: SyncKey, _ held: HeldRecords) throws {
        values = try held.version(key, .localOnly)?.record.fields.mapValues(\.value) ?? [:]
    }

    /// Returns the local-only fields of a row.
    ///
    /// - Parameters:
    ///   - number: The record's number.
    ///   - row: The values of all columns of its table.
    init(_ number: Int64, _ row: [StoredValue], _ shape: SyncShape) {
        let columns = zip(shape.table.columns, row).filter { column, _ in
            column.kind == .value && !column.isExternal && column.name != shape.identifier.name
                && shape.field(named: column.name) == nil
        }
        self.init([(Self.number, .integer(number))] + columns.map { ($0.0.name, $0.1) })
    }

    /// Holds the fields until the record is re-created.
    func hold(_ key: SyncKey, _ held: HeldRecords) throws {
        let fields = values.mapValues { SyncField($0, at: .zero) }
        try held.hold(SyncRecord(key, fields: fields), as: .localOnly)
    }

    /// Returns the record's former number, unless another record has it by now.
    func freeNumber(_ shape: SyncShape, _ database: SQLAccess) throws -> StoredValue? {
        guard case .int(let number)? = values[Self.number] else { return nil }
        let isTaken =
            try database.rows("SELECT 1 FROM \(shape.table.table) WHERE _id = ?", .integer(number)).first
            != nil
        return isTaken ? nil : .integer(number)
    }

    /// The former value of a property, if it is still valid.
    subscript(column: StoreTable.Column) -> StoredValue? {
        guard column.kind == .value, let value = values[column.name] else { return nil }
        return column.stored(value)
    }
}

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

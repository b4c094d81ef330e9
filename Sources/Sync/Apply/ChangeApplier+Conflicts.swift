import Foundation
import ModelData
import SyncProtocol

/// Finds own edits of which the writer of a received version knew nothing.
extension ChangeApplier {
    /// Keeps the own values that a version replaces.
    ///
    /// The writer of a value knew the value that it replaced, and with it the earlier ones. A value that wasn't sent before
    /// was unknown to everybody.
    func keepReplaced(
        by record: SyncRecord, _ taken: [String: SyncField], _ sent: [String: SyncField],
        _ known: [String: FieldSyncMetadata], _ metadata: RecordSyncMetadata, _ number: Int64,
        _ shape: SyncShape
    ) throws {
        var replaced: [(field: SyncShape.Field, clock: SyncClock, theirs: SyncField)] = []
        for field in shape.fields where field.column.kind == .value && !field.column.isDerived {
            let own = known[field.name]
            guard let theirs = taken[field.name], own?.isEdited ?? metadata.isEdited,
                let clock = SyncClock(own?.clock ?? metadata.clock), clock < theirs.clock,
                (theirs.base ?? .zero) < clock || sent[field.name] != nil,
                try conflicts.isOwn(clock), try !conflicts.isOwn(theirs.clock)
            else { continue }
            replaced.append((field, clock, theirs))
        }
        if replaced.isEmpty { return }
        let columns = replaced.map(\.field.column.quoted).joined(separator: ", ")
        guard
            let row = try database.rows(
                "SELECT \(columns) FROM \(shape.table.table) WHERE _id = ?", .integer(number)
            ).first
        else { return }
        var (own, other) = (SyncRecord(record.key), SyncRecord(record.key))
        for ((field, clock, theirs), value) in zip(replaced, row) {
            guard
                let content = try? field.column.content(
                    of: value, through: database, model: shape.name, record: number)
            else { continue }
            let mine = field.column.wireValue(content)
            if mine == theirs.value { continue }
            own.fields[field.name] = SyncField(mine, at: clock)
            other.fields[field.name] = theirs
        }
        if !own.fields.isEmpty { try conflicts.add(own, replacedBy: other) }
    }

    /// Keeps a record that is about to be deleted, if it has own edits that the deleting device didn't know.
    ///
    /// - Parameters:
    ///   - key: The record's key.
    ///   - number: Its number.
    ///   - shape: Its model.
    ///   - metadata: Its metadata.
    ///   - version: The received tombstone; `nil` if the record is deleted only with its owner.
    func keepDeleted(
        _ key: SyncKey, _ number: Int64, _ shape: SyncShape, _ metadata: RecordSyncMetadata,
        by version: SyncRecord?
    ) throws {
        // What an undo deletes nobody else has changed, and a duplicate lives on in another record.
        if case .undo? = version?.tombstone?.cause { return }
        if version?.tombstone?.alias != nil { return }
        guard try hasUnknownEdits(metadata, shape, by: version) else { return }
        let outgoing = Outgoing(database: database, shape: shape, shapes: shapes, held: held)
        let own = try outgoing.record(metadata, key.id, isWhole: true)
        try conflicts.add(own, replacedBy: nil, owners: try owners(of: number, shape))
    }

    /// Removes the conflict about a record that was deleted with its owner, if its own tombstone arrives, and the deleting
    /// device knew all edits.
    ///
    /// The values in the conflict count. The metadata of a deleted record doesn't have the edits anymore, and a tombstone may
    /// arrive several times.
    func forgetIfKnown(_ version: SyncRecord) throws {
        guard version.tombstone?.cause == .user, try conflicts.containsDeletions(),
            let shape = shapes[version.key.entity]
        else { return }
        for (number, own) in try conflicts.deletions(of: version.key) {
            let hasUnknown = try shape.fields.contains { field in
                guard field.column.kind != .order, let clock = own.fields[field.name]?.clock else {
                    return false
                }
                return try isUnknown(clock, of: field, to: version)
            }
            if !hasUnknown { try conflicts.remove(number) }
        }
    }

    private func hasUnknownEdits(
        _ metadata: RecordSyncMetadata, _ shape: SyncShape, by version: SyncRecord?
    ) throws -> Bool {
        let fields = try FieldSyncMetadata.all(of: metadata.number, database)
        for field in shape.fields where field.column.kind != .order {
            let own = fields[field.name]
            guard own?.isEdited ?? metadata.isEdited else { continue }
            // Nobody else knows an edit that wasn't sent.
            if own?.isUnsent ?? metadata.isWhole { return true }
            guard let clock = SyncClock(own?.clock ?? metadata.clock) else { continue }
            if try isUnknown(clock, of: field, to: version) { return true }
        }
        return false
    }

    /// Returns whether a clock is that of an own edit which the writer of a tombstone didn't know.
    private func isUnknown(
        _ clock: SyncClock, of field: SyncShape.Field, to version: SyncRecord?
    ) throws -> Bool {
        guard try conflicts.isOwn(clock) else { return false }
        let known = version?.tombstone?.known ?? []
        if known.contains(where: { $0.node == clock.node && $0.stamp >= clock.stamp }) { return false }
        // Somebody who knew the edit may have replaced it.
        guard let later = version?.fields[field.name], later.clock > clock else { return true }
        return (later.base ?? .zero) < clock
    }

    /// Returns the content of the records that own a record, the nearest first.
    private func owners(of number: Int64, _ shape: SyncShape) throws -> [SyncRecord] {
        var result: [SyncRecord] = []
        var (number, shape) = (number, shape)
        while result.count < 8, let next = try owner(of: number, shape),
            !result.contains(where: { $0.key == next.record.key })
        {
            result.append(next.record)
            (number, shape) = (next.number, next.shape)
        }
        return result
    }

    private func owner(
        of number: Int64, _ shape: SyncShape
    ) throws -> (record: SyncRecord, number: Int64, shape: SyncShape)? {
        for (field, target) in owning(shape) {
            let rows = try database.rows(
                """
                SELECT t._id, t.\(target.identifier.quoted) FROM \(shape.table.table) AS e
                JOIN \(target.table.table) AS t ON t._id = e.\(field.column.quoted) WHERE e._id = ?
                """, .integer(number))
            guard let row = rows.first, let owner = row[0].integer,
                let id = row[1].text.flatMap(UUID.init(uuidString:)),
                let metadata = try RecordSyncMetadata.find(SyncKey(entity: target.name, id: id), database)
            else { continue }
            let outgoing = Outgoing(database: database, shape: target, shapes: shapes, held: held)
            return (try outgoing.record(metadata, id, isWhole: true), owner, target)
        }
        return nil
    }
}

import Foundation
import ModelData
import SyncProtocol

/// Applies received versions of records to a store, in one transaction.
///
/// For each version, it reads the facts that ``decide(_:_:from:)`` needs, and executes the resulting actions.
struct ChangeApplier {
    let database: SQLAccess
    let shapes: SyncShapes
    let held: HeldRecords
    let cache: LookupCache
    let conflicts: ConflictLog
    /// The changes for the store's history.
    var changes = HistoryChangeSet()
    /// The number of records that changed.
    var applied = 0
    /// The number of records, or of their fields, that can't be decoded.
    var unreadable = 0

    /// Rows whose unique values were temporarily released, because other records get them.
    var releasedRows: [ReleasedRow] = []
    /// Duplicates of the record that is being written, by its key.
    var collided: [SyncKey: (number: Int64, id: String)] = [:]

    init(database: SQLAccess, shapes: SyncShapes) {
        self.database = database
        self.shapes = shapes
        held = HeldRecords(database)
        cache = LookupCache(database)
        conflicts = ConflictLog(database)
    }

    // MARK: - Answers

    /// Applies the merged version of a record that was sent.
    ///
    /// - Returns: Whether the record is synchronized now. False if it changed after it was sent.
    mutating func acknowledge(_ sent: SentRecord, with version: SyncRecord) throws -> Bool {
        guard let shape = shapes[sent.record.key.entity] else { return false }
        var local = try find(sent.record.key, shape)
        guard let metadata = local.metadata, metadata.number == sent.number else { return false }
        let clocks = sent.record.fields.mapValues(\.clock)
        try database.run(
            """
            UPDATE _syncField SET unsent = 0 WHERE record = ?1 AND unsent = 1
                AND (name, clock) IN (SELECT key, value FROM json_each(?2))
            """, .integer(sent.number), .text(clocks.asJSON))
        let isUnchanged = metadata.version == sent.version
        let isWholeSent = sent.isWhole && metadata.clock == sent.clock
        if isUnchanged || isWholeSent {
            try database.run(
                """
                UPDATE _syncRecord SET state = iif(?2, 2, state), reason = iif(?2, NULL, reason),
                    whole = iif(?3, 0, whole) WHERE _id = ?1
                """, .integer(sent.number), .integer(isUnchanged ? 1 : 0), .integer(isWholeSent ? 1 : 0))
        }
        if isWholeSent { local.metadata?.isWhole = false }
        // If the record changed after it was sent, its next push decides whether it exists.
        if isUnchanged || version.causalLength == metadata.causalLength {
            try apply(version, to: local, shape, from: .merged, sent: sent.record.fields)
        }
        return isUnchanged
    }

    // MARK: - Pages

    /// Applies a page of versions that other devices wrote.
    mutating func apply(page: [SyncRecord]) throws {
        try releaseUniqueValues(for: page)
        for record in inOrder(page) { try apply(record, from: .page) }
        try applyWaiting()
        try restoreReleasedValues()
        try recreateCascaded()
    }

    /// Returns the versions of a page in the order in which they are applied.
    ///
    /// Among consecutive tombstones, owned records precede their owners, so that they aren't deleted by a
    /// cascade. Deletions by an undo are last, because other records of the page may begin or end to use the
    /// deleted ones.
    private func inOrder(_ page: [SyncRecord]) -> [SyncRecord] {
        let places = Dictionary(
            shapes.names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func sorted(_ tombstones: [SyncRecord]) -> [SyncRecord] {
            tombstones.enumerated().sorted { first, second in
                let (a, b) = (places[first.element.key.entity] ?? 0, places[second.element.key.entity] ?? 0)
                return a == b ? first.offset < second.offset : a > b
            }.map(\.element)
        }
        var (result, run, undone): ([SyncRecord], [SyncRecord], [SyncRecord]) = ([], [], [])
        for record in page {
            switch record.tombstone?.cause {
            case nil:
                result += sorted(run) + [record]
                run = []
            case .undo?: undone.append(record)
            case .user?, .cascade?, .unstated?: run.append(record)
            }
        }
        return result + sorted(run) + sorted(undone)
    }

    /// Applies waiting versions again, as long as one of them finds the records that it waits for.
    mutating func applyWaiting() throws {
        // The unreadable fields were counted when the versions arrived.
        let unreadable = unreadable
        defer { self.unreadable = unreadable }
        var count = Int64.max
        while case let waiting = try held.count(.waiting), waiting > 0, waiting < count {
            count = waiting
            for (record, _) in try held.all(.waiting) { try applyUnlessUnsent(record) }
        }
    }

    /// Applies versions with fields that an earlier version of the program couldn't decode.
    mutating func applyUnread() throws {
        for (record, count) in try held.all(.unreadable) {
            guard let shape = shapes[record.key.entity], count > shape.unreadable(in: record) else {
                continue
            }
            try applyUnlessUnsent(record)
        }
        try applyWaiting()
        try restoreReleasedValues()
    }

    private mutating func applyUnlessUnsent(_ record: SyncRecord) throws {
        guard let shape = shapes[record.key.entity] else { return }
        let local = try find(record.key, shape)
        if local.metadata?.isUnsent == true { return }
        try apply(record, to: local, shape, from: .page)
    }

    // MARK: - Versions

    /// Applies a version of a record.
    ///
    /// - Parameters:
    ///   - record: The version, with all its fields.
    ///   - origin: The way by which it arrived.
    mutating func apply(_ record: SyncRecord, from origin: SyncOrigin) throws {
        guard let shape = shapes[record.key.entity] else { return }
        try apply(record, to: try find(record.key, shape), shape, from: origin)
    }

    private mutating func apply(
        _ record: SyncRecord, to local: LocalRecord, _ shape: SyncShape, from origin: SyncOrigin,
        sent: [String: SyncField] = [:]
    ) throws {
        let facts = try facts(about: record, local, shape, from: origin)
        try execute(decide(facts, record, from: origin), record, local, shape, sent: sent)
    }

    /// Executes the actions of a decision.
    ///
    /// - Parameters:
    ///   - actions: The actions. If one is impossible, the version is held, and the rest is skipped.
    ///   - record: The version.
    ///   - local: The record in this store, before the first action.
    ///   - sent: The fields that this device sent. If such a field didn't change since, the version's value
    ///     counts, whatever its clock.
    mutating func execute(
        _ actions: [SyncAction], _ record: SyncRecord, _ local: LocalRecord, _ shape: SyncShape,
        sent: [String: SyncField] = [:]
    ) throws {
        for action in actions {
            switch (action, local.number) {
            case (.hold, _): try held.hold(record, as: .waiting)
            case (.release, _): try held.release(record.key, .waiting, .unreadable)
            case (.leaveToOthers, _): try held.leaveToOthers(record.key)
            case (.forgetContent, _): try held.release(record.key, .cascaded)
            case (.insert, _): try insert(record, shape, known: local.metadata)
            case (.update, let number?):
                try update(number, with: record, sent: sent, metadata: local.metadata, shape)
            case (.recreate, _): try recreate(record, shape, sent: sent)
            case (.bury, _):
                try forgetIfKnown(record)
                try bury(record, local, shape)
            case (.delete, let number?):
                try rememberLinks(to: record.key.id.uuidString, number, shape)
                if local.isEdited, let metadata = local.metadata {
                    try keepDeleted(record.key, number, shape, metadata, by: record)
                }
                guard try delete(number, shape) else { return try held.hold(record, as: .waiting) }
                applied += 1
            case (.mergeIntoAlias, let number?):
                guard let alias = record.tombstone?.alias,
                    case .present(let other, let id) = try resolution(of: alias.id, shape)
                else { return try held.hold(record, as: .waiting) }
                try mergeDuplicate(
                    number, record.key.id.uuidString, into: other, id.uuidString, shape)
                applied += 1
            case (.update, nil), (.delete, nil), (.mergeIntoAlias, nil): break
            }
        }
    }

    /// Re-creates a record that an undo deleted although other devices use it, or that was deleted with a
    /// former owner.
    private mutating func recreate(
        _ record: SyncRecord, _ shape: SyncShape, sent: [String: SyncField]
    ) throws {
        var again = record
        again.causalLength += 1
        again.fields[Tombstone.Field.undo.rawValue] = nil
        try apply(again, to: try find(record.key, shape), shape, from: .merged, sent: sent)
        let local = try find(record.key, shape)
        if try local.number != nil && !isOwnerDeleted(record.key, shape) {
            return try sendAgain(record.key)
        }
        // A record that it needs is missing. A device that has all of them re-creates it.
        guard let tombstone = record.tombstone else { return }
        try held.release(record.key, .waiting, .unreadable)
        var facts = LocalFacts(isStored: local.number != nil)
        if facts.isStored { facts.alias = try aliasState(tombstone, record.key, local.number, shape) }
        try execute(decideDeletion(facts, tombstone), record, local, shape)
    }

    /// Marks a re-created record as unsent.
    ///
    /// - Parameter isWhole: Whether all fields are sent. Default: false, for the changed fields only.
    func sendAgain(_ key: SyncKey, isWhole: Bool = false) throws {
        try database.run(
            """
            UPDATE _syncRecord SET state = 0, whole = max(whole, ?), version = version + 1
            WHERE entity = ? AND uuid = ?
            """, .integer(isWhole ? 1 : 0), .text(key.entity), .text(key.id.uuidString))
    }
}

extension [String: SyncClock] {
    /// The clocks' texts in a JSON object.
    var asJSON: String {
        JSONOutput.text { output in
            output.object { output in
                for (name, clock) in self { output.member(name, text: clock.description) }
            }
        }
    }
}

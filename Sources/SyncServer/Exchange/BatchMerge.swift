import SyncProtocol

/// Merges a batch of records with the stored versions, in memory. The type uses neither a database nor the
/// time of day.
struct BatchMerge {
    /// The latest version of each record.
    private(set) var current: [SyncKey: SyncRecord]
    /// The keys of the records that changed, in order.
    private(set) var changed: [SyncKey] = []
    /// The keys of the accepted records, in order. The answer contains their merged versions.
    private(set) var answered: [SyncKey] = []
    private(set) var refused: [SyncRefusal] = []
    private var isAnswered: Set<SyncKey> = []
    private var hasChanged: Set<SyncKey> = []
    private var space: Space?

    /// The space that is left of the account's quota.
    struct Space: Sendable {
        /// The number of bytes by which the records may grow.
        var room: Int
        /// The sizes of the current versions in bytes.
        var sizes: [SyncKey: Int]

        /// Takes the space for a version. Returns whether there is enough. A deletion, or a version that isn't larger,
        /// always has enough, so that a user can make room.
        mutating func take(_ record: SyncRecord) -> Bool {
            let size = record.encoded().count
            let growth = size - (sizes[record.key] ?? 0)
            guard growth <= max(room, 0) || !record.isAlive else { return false }
            room -= growth
            sizes[record.key] = size
            return true
        }
    }

    /// Creates a merge.
    ///
    /// - Parameters:
    ///   - stored: The stored versions of the batch's records.
    ///   - space: The space for the records. Default: no limit.
    init(stored: [SyncKey: SyncRecord], space: Space? = nil) {
        current = stored
        self.space = space
    }

    /// Merges a record. An invalid record is refused, and the stored version stays as it is.
    ///
    /// - Parameter sent: The record that the device sent.
    mutating func merge(_ sent: SyncRecord) {
        if let reason = sent.sealedRefusalReason { return refuse(sent.key, reason) }
        var merged = current[sent.key] ?? SyncRecord(sent.key, causalLength: sent.causalLength)
        let isNew = current[sent.key] == nil
        let isChanged = merged.merge(sent) || isNew
        if let reason = merged.sealedRefusalReason { return refuse(sent.key, reason) }
        if isChanged, space?.take(merged) == false { return refuse(sent.key, .quotaExceeded) }
        if isAnswered.insert(sent.key).inserted { answered.append(sent.key) }
        guard isChanged else { return }
        current[sent.key] = merged
        if hasChanged.insert(sent.key).inserted { changed.append(sent.key) }
    }

    mutating func refuse(_ key: SyncKey, _ reason: SyncRefusal.Reason) {
        refused.append(
            SyncRefusal(
                key, reason: reason, message: "The record can't be kept: \(reason.rawValue)."))
    }
}

/// The latest clock that a server accepts from a device.
///
/// A clock may be a few minutes ahead of the time of day. It may also be as late as the stored versions: if the server's
/// clock was ahead for a while, later edits must still win over those from that time.
struct ClockLimit {
    /// The latest clock of the stored versions of the sent records.
    let seen: SyncClock
    /// The time of day, in milliseconds since 1970.
    let time: Int

    /// Whether a record has a clock that is too far ahead.
    func isExceeded(by record: SyncRecord) -> Bool {
        let limit = Int64(time) + SyncLimits.clockTolerance
        return record.fields.values.contains { field in
            guard field.clock.time > limit else { return false }
            // A device numbers the edits of a millisecond.
            return field.clock.isFromImport
                ? field.clock.time > seen.time : field.clock.stamp > seen.stamp + Int64(UInt16.max)
        }
    }

    /// The failure of a request with such a clock. The device gives its edits the clock of the failure and later ones.
    var failure: SyncFailure {
        var clock = HybridClock(node: SyncClock.zero.node, last: seen.stamp)
        return SyncFailure(
            .clockAhead, message: "A clock is too far ahead of the server's.",
            clock: clock.next(milliseconds: Int64(time)))
    }
}

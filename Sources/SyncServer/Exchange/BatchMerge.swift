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
    private(set) var restamped: [SyncRestamp] = []
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
    /// - Parameters:
    ///   - sent: The record that the device sent.
    ///   - stamp: The replacement for clocks that are too far ahead.
    mutating func merge(_ sent: SyncRecord, stamp: BatchStamp) {
        var sent = sent
        if let reason = sent.refusalReason { return refuse(sent.key, reason) }
        let names = sent.restamp(now: stamp.clock, tolerance: stamp.tolerance)
        var merged = current[sent.key] ?? SyncRecord(sent.key, causalLength: sent.causalLength)
        let isNew = current[sent.key] == nil
        let isChanged = merged.merge(sent) || isNew
        if let reason = merged.refusalReason { return refuse(sent.key, reason) }
        if isChanged, space?.take(merged) == false { return refuse(sent.key, .quotaExceeded) }
        if !names.isEmpty { restamped.append(SyncRestamp(sent.key, fields: names)) }
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

/// The stamp that replaces those clocks of a batch that are too far ahead.
///
/// The server stores the stamp with the batch's ID. If a device sends the batch again, the batch gets the
/// same stamp, so that no values change.
struct BatchStamp: Sendable, Hashable {
    /// The clock that replaces the clocks that are too far ahead.
    let clock: SyncClock
    /// The time of day when the batch arrived, in milliseconds since 1970. Clocks are compared with it.
    let time: Int

    /// The number of milliseconds by which another clock may be ahead of ``clock``. This limit ensures that
    /// no clock is too far ahead of the time of day.
    var tolerance: Int64 { SyncLimits.clockTolerance - max(0, clock.milliseconds - Int64(time)) }

    /// Whether a record has clocks that are too far ahead.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - time: The time of day, in milliseconds since 1970.
    static func isNeeded(for record: SyncRecord, at time: Int) -> Bool {
        let limit = Int64(time) + SyncLimits.clockTolerance
        return record.fields.values.contains { $0.clock.time > limit }
    }
}

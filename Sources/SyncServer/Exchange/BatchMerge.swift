import SyncProtocol

/// Merges a batch with what is stored, in memory: no database, no clock of its own.
struct BatchMerge {
    /// The latest versions, by key.
    private(set) var current: [SyncKey: SyncRecord]
    /// Which of them changed, in order.
    private(set) var changed: [SyncKey] = []
    /// The records that were sent and are in the answer, in order.
    private(set) var answered: [SyncKey] = []
    private(set) var refused: [SyncRefusal] = []
    private(set) var restamped: [SyncRestamp] = []
    private var isAnswered: Set<SyncKey> = []
    private var hasChanged: Set<SyncKey> = []

    /// Begins with what is stored.
    init(stored: [SyncKey: SyncRecord]) {
        current = stored
    }

    /// Merges a record. What can't be taken is refused and leaves what is stored as it is.
    ///
    /// - Parameters:
    ///   - sent: What the device sent.
    ///   - stamp: What clocks get that are too far ahead.
    mutating func merge(_ sent: SyncRecord, stamp: BatchStamp) {
        var sent = sent
        if let objection = sent.objection { return refuse(sent.key, objection) }
        let names = sent.restamp(now: stamp.clock, tolerance: stamp.tolerance)
        var merged = current[sent.key] ?? SyncRecord(sent.key, life: sent.life)
        let isNew = current[sent.key] == nil
        let isChanged = merged.merge(sent) || isNew
        if let objection = merged.objection { return refuse(sent.key, objection) }
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

/// The moment that a batch is taken to come from where its clocks are too far ahead.
///
/// It is kept under the batch's id, so that the batch, sent again, gets the same one and changes nothing twice.
struct BatchStamp: Sendable, Hashable {
    /// What those clocks become.
    let clock: SyncClock
    /// The time of day at that moment, in milliseconds since 1970: clocks are judged by it, not by one another.
    let time: Int

    /// How far ahead of ``clock`` another may be, so that none is further ahead of the time of day than allowed.
    var tolerance: Int64 { SyncLimits.clockTolerance - max(0, clock.milliseconds - Int64(time)) }

    /// Whether a record has clocks that are too far ahead at a time.
    static func isNeeded(for record: SyncRecord, at time: Int) -> Bool {
        let limit = Int64(time) + SyncLimits.clockTolerance
        return record.fields.values.contains { $0.clock.time > limit }
    }
}

import ModelData
import SyncProtocol

extension SyncStore {
    /// Gives later clocks of sent fields the server's time, because the server refuses clocks that are too far ahead.
    ///
    /// The order of the clocks stays, and fields with one clock keep having one.
    ///
    /// - Parameters:
    ///   - sent: The records of the refused request.
    ///   - clock: The time of the refusal.
    /// - Returns: The number of records with new clocks.
    func restamp(_ sent: [SentRecord], after clock: SyncClock) throws -> Int {
        let late = Set(sent.flatMap(\.record.fields.values).map(\.clock).filter { Self.isLater($0, clock) })
        var new: [SyncClock: SyncClock] = [:]
        var stamp = clock.stamp
        for old in late.sorted() {
            stamp = min(stamp + 1, SyncTriggers.lastMoment)
            // For an import, use a stamp in the range of imports, so that edits by a user still win.
            new[old] = SyncClock(stamp: old.isFromImport ? clock.milliseconds : stamp, node: old.node)
        }
        return try writing { database in
            let held = HeldRecords(database)
            var count = 0
            for sent in sent {
                let clocks = Set(sent.record.fields.values.map(\.clock)).filter { new[$0] != nil }
                if clocks.isEmpty { continue }
                count += 1
                for old in clocks.sorted() {
                    let pair: [StoredValue] = [
                        .text(new[old]?.description ?? ""), .integer(sent.number), .text(old.description),
                    ]
                    try database.run(
                        "UPDATE _syncField SET clock = ? WHERE record = ? AND clock = ? AND unsent = 1",
                        pair[0], pair[1], pair[2])
                    // An edit during the request replaced the sent value.
                    try database.run(
                        "UPDATE _syncField SET base = ? WHERE record = ? AND base = ?", pair[0], pair[1],
                        pair[2])
                    try database.run(
                        "UPDATE _syncRecord SET clock = ? WHERE _id = ? AND clock = ? AND whole = 1",
                        pair[0], pair[1], pair[2])
                }
                // A record that was deleted with its owner is sent with its content.
                guard let content = try held.version(sent.record.key, .cascaded)?.record else { continue }
                let fields = content.fields.mapValues {
                    SyncField($0.value, at: new[$0.clock] ?? $0.clock, base: $0.base)
                }
                try held.replace(
                    SyncRecord(content.key, causalLength: content.causalLength, fields: fields), .cascaded)
            }
            return count
        }
    }

    private static func isLater(_ clock: SyncClock, _ limit: SyncClock) -> Bool {
        clock.isFromImport ? clock.time > limit.milliseconds : clock > limit
    }
}

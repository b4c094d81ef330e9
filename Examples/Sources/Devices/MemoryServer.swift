import Foundation
import Sync
import SyncProtocol

/// A server in memory, in place of the program syncserver: it merges the records that devices send, and returns
/// those that changed since a device's last request.
actor MemoryServer: SyncTransport {
    let name = "memory"
    private var records: [SyncKey: (record: SyncRecord, position: Int)] = [:]
    private var position = 0
    private var clock = HybridClock(node: "server")

    func send(_ request: SyncRequest) -> SyncAnswer {
        let merged = request.records.map(merge)
        // The token is the position up to which the device has received all changes.
        let known = request.token.flatMap { Int($0) } ?? 0
        let changed = records.values.filter { $0.position > known }.sorted { $0.position < $1.position }
        let page = changed.prefix(request.limit)
        return SyncAnswer(
            merged: merged, refused: request.unreadable, changes: page.map(\.record),
            token: String(page.last?.position ?? known), more: changed.count > page.count,
            clock: clock.next(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)))
    }

    private func merge(_ record: SyncRecord) -> SyncRecord {
        let known = records[record.key]?.record
        let merged = known?.merged(with: record) ?? record
        if merged != known {
            position += 1
            records[record.key] = (merged, position)
        }
        return merged
    }
}

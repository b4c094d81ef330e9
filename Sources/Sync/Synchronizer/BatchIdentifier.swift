import Foundation
import SyncProtocol

extension SyncRequest {
    /// Creates a request whose batch ID is derived from its content. If it is sent again after a lost answer or a
    /// crash, it has the same ID.
    static func named(
        token: String?, records: [SyncRecord], limit: Int, entities: [String], node: String,
        previous: [UUID] = []
    ) -> SyncRequest {
        let blank = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let contents = SyncRequest(batch: blank, records: records).encoded()
        // Two devices may send the same content.
        let batch = UUID(derivedFrom: Array(node.utf8) + Array(contents))
        return SyncRequest(
            batch: batch, token: token, records: records, limit: limit, entities: entities, node: node,
            previous: previous)
    }
}

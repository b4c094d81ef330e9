import Foundation
import SyncProtocol

extension SyncRequest {
    /// A request whose batch is named for its contents: what is sent again after a lost answer, or after a crash,
    /// has the name that it had.
    static func named(
        token: String?, records: [SyncRecord], limit: Int, entities: [String], node: String
    ) -> SyncRequest {
        let blank = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let contents = SyncRequest(batch: blank, records: records).encoded()
        // Who sends is part of the name.
        let batch = UUID(derivedFrom: Array(node.utf8) + Array(contents))
        return SyncRequest(batch: batch, token: token, records: records, limit: limit, entities: entities)
    }
}

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
        // Two independent sums (FNV-1a) make the 128 bits; who sends is part of them.
        var sums: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in Array(node.utf8) + Array(contents) {
            sums.0 = (sums.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            sums.1 = (sums.1 ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01B5
        }
        let bytes = withUnsafeBytes(of: sums) { Array($0) }
        var id = blank.uuid
        withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
        return SyncRequest(
            batch: UUID(uuid: id), token: token, records: records, limit: limit, entities: entities)
    }
}

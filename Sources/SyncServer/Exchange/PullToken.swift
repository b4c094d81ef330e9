import Digest
import Foundation
import SyncProtocol

/// How far a device has read an account's changes: what stands in the opaque token of an answer.
///
/// It names the epoch of the account's data, and the models that were asked for: changes of a model that was not asked
/// for were passed over, so that a token is no good for a request that asks for others.
struct PullToken: Sendable, Hashable {
    /// The epoch of the account's data.
    let epoch: String
    /// A digest of the models that were asked for.
    let entities: String
    /// The number of the last change that was read; 0 before the first.
    let sequence: Int
    /// The number of the account's last change when the token was made, be it the device's own. Where an older copy of
    /// the server's data doesn't come as far, the device must send again what it wrote since, however little of the
    /// others' changes it had read. Tokens of earlier servers have only how far was read.
    let last: Int

    init(epoch: String, entities: [String], sequence: Int, last: Int) {
        self.epoch = epoch
        self.entities = Self.digest(entities)
        self.sequence = sequence
        self.last = last
    }

    /// Reads a token; `nil` where the text is none of this server's.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard [4, 5].contains(parts.count), parts[0] == "1", let sequence = Int(parts[3]), sequence >= 0,
            let last = parts.count == 5 ? Int(parts[4]) : sequence, last >= sequence
        else { return nil }
        epoch = String(parts[1])
        entities = String(parts[2])
        self.sequence = sequence
        self.last = last
    }

    var text: String { "1.\(epoch).\(entities).\(sequence).\(last)" }

    /// Where to go on reading, or a failure where the token is of an epoch that isn't known, other models, or the future.
    ///
    /// - Parameters:
    ///   - text: The token; `nil` at the beginning.
    ///   - entities: The models that are asked for.
    ///   - last: The number of the last change in an epoch; `nil` where that isn't known.
    static func sequence(
        of text: String?, entities: [String], last: (_ epoch: String) throws -> Int?
    ) throws -> Int {
        guard let text else { return 0 }
        guard let token = PullToken(text), token.entities == digest(entities),
            let last = try last(token.epoch), token.last <= last
        else {
            throw SyncFailure(
                .tokenExpired,
                message: "The token is of another epoch or for other models. Begin at the beginning.")
        }
        return token.sequence
    }

    private static func digest(_ entities: [String]) -> String {
        if entities.isEmpty { return "all" }
        let names = Set(entities).sorted().joined(separator: " ")
        return String(SHA256.hexadecimal(Data(names.utf8)).prefix(12))
    }
}

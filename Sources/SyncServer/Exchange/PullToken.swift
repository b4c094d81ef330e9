import Basics
import Foundation
import SyncProtocol

/// The position up to which a device has read an account's changes. Devices get it as an opaque token.
///
/// The token contains the epoch of the account's data and the requested models. For a request for other
/// models, the token isn't valid, because it has passed over their changes.
struct PullToken: Sendable, Hashable {
    /// The epoch of the account's data.
    let epoch: String
    /// A digest of the requested models.
    let entities: String
    /// The number of the last change that the device has read; 0 before the first change.
    let sequence: Int
    /// The number of the account's last change when the token was created, including the device's own
    /// changes.
    ///
    /// If the server's data is restored from an older copy, the number of its last change is lower than this
    /// number. The token is then invalid, however low ``sequence`` is, and the device must send its changes
    /// again.
    let last: Int

    init(epoch: String, entities: [String], sequence: Int, last: Int) {
        self.epoch = epoch
        self.entities = Self.digest(entities)
        self.sequence = sequence
        self.last = last
    }

    /// Parses a token. Returns `nil` if the text doesn't have this server's format.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "1", let sequence = Int(parts[3]), sequence >= 0,
            let last = Int(parts[4]), last >= sequence
        else { return nil }
        epoch = String(parts[1])
        entities = String(parts[2])
        self.sequence = sequence
        self.last = last
    }

    var text: String { "1.\(epoch).\(entities).\(sequence).\(last)" }

    /// Returns the number of the change after which to continue reading.
    ///
    /// - Parameters:
    ///   - text: The token; `nil` at the beginning.
    ///   - entities: The requested models; empty for all.
    ///   - last: Returns the number of the last change in an epoch; `nil` if the epoch is unknown.
    /// - Throws: `SyncFailure` if the token's epoch is unknown, its models differ, or it is ahead of the
    ///   epoch's last change.
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

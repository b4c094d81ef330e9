import Basics
import Foundation
import SyncProtocol

/// The position up to which a device has read an account's changes. Devices get it as an opaque token.
///
/// For a request for other models, the token isn't valid, because it has passed over their changes.
struct PullToken: Sendable, Hashable {
    /// A digest of the requested models.
    let entities: String
    /// The number of the last change that the device has read; 0 before the first change.
    let sequence: Int
    /// The number of the account's last change when the token was created, including the device's own
    /// changes.
    ///
    /// If the database has returned to an earlier state, it lacks this number, or has another value there. The token
    /// is then invalid, however low ``sequence`` is, and the device must send its changes again.
    let last: Int
    /// The value of the account's chain at ``last``.
    let value: Int

    init(entities: [String], sequence: Int, last: Int, value: Int) {
        self.entities = Self.digest(entities)
        self.sequence = sequence
        self.last = last
        self.value = value
    }

    /// Parses a token. Returns `nil` if the text doesn't have this server's format.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "1", let sequence = Int(parts[2]), sequence >= 0,
            let last = Int(parts[3]), last >= sequence, let value = Int(parts[4])
        else { return nil }
        entities = String(parts[1])
        self.sequence = sequence
        self.last = last
        self.value = value
    }

    var text: String { "1.\(entities).\(sequence).\(last).\(value)" }

    /// Returns the number of the change after which to continue reading.
    ///
    /// - Parameters:
    ///   - text: The token; `nil` at the beginning.
    ///   - entities: The requested models; empty for all.
    ///   - value: Returns the value of the account's chain at a number; `nil` if there is none.
    /// - Throws: `SyncFailure` if the token is of other models, or the chain has another value.
    static func sequence(
        of text: String?, entities: [String], value: (_ number: Int) throws -> Int?
    ) throws -> Int {
        guard let text else { return 0 }
        guard let token = PullToken(text), token.entities == digest(entities),
            try value(token.last) == token.value
        else {
            throw SyncFailure(
                .tokenExpired,
                message:
                    "The server lacks changes of the token, or it is for other models. Begin at the beginning."
            )
        }
        return token.sequence
    }

    private static func digest(_ entities: [String]) -> String {
        if entities.isEmpty { return "all" }
        let names = Set(entities).sorted().joined(separator: " ")
        return String(SHA256.hexadecimal(Data(names.utf8)).prefix(12))
    }
}

import Digest
import Foundation

/// A device's bearer token: a name, under which the server finds it, and a secret of 32 random bytes.
///
/// The server keeps the name and the secret's SHA-256. A digest without salt is enough for a secret that nobody chose:
/// there is nothing to guess. `sync_` lets people, and programs that look for secrets in what is published, see what
/// it is.
struct DeviceToken: Sendable, Hashable {
    /// 16 hexadecimal digits.
    let name: String
    /// 32 bytes.
    let secret: [UInt8]

    private static let prefix = "sync_"
    private static let nameLength = 16
    private static let secretLength = 32

    /// A new token.
    init(using generator: inout some RandomNumberGenerator) {
        let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
        name = String(repeating: "0", count: Self.nameLength - digits.count) + digits
        secret = (0..<Self.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Reads a token; `nil` where the text is none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] + "_" == Self.prefix, parts[1].utf8.count == Self.nameLength,
            parts[1].utf8.allSatisfy(Self.isDigit), parts[2].utf8.count == 43
        else { return nil }
        let base64 = parts[2].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 } + "="
        guard let secret = Data(base64Encoded: String(base64)), secret.count == Self.secretLength else {
            return nil
        }
        name = String(parts[1])
        self.secret = Array(secret)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The token as it is shown once and sent with each request.
    var text: String {
        let base64 = Data(secret).base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return Self.prefix + name + "_" + String(base64.prefix(43))
    }

    /// What the server keeps of the secret.
    var digest: [UInt8] { SHA256.bytes(Data(secret)) }

    /// Whether a digest is that of the secret; it takes the same time wherever they differ.
    func matches(_ stored: [UInt8]) -> Bool {
        let digest = digest
        guard stored.count == digest.count else { return false }
        var difference: UInt8 = 0
        for (mine, theirs) in zip(digest, stored) { difference |= mine ^ theirs }
        return difference == 0
    }
}

import Basics
import Foundation

/// An account owns a set of records, which all its devices share.
struct Account: Sendable, Hashable {
    /// The ID that other tables refer to.
    let id: Int
    /// The name that the administrator chose.
    let name: String
    /// The creation time.
    let created: Date
    /// The number of devices whose tokens aren't revoked.
    let devices: Int
    /// The number of records, including deleted ones.
    let records: Int
    /// The size of the records in bytes, which counts against the quota.
    let bytes: Int
}

/// A device of an account, with a token of its own.
struct Device: Sendable, Hashable {
    let id: Int
    /// The account's name.
    let account: String
    /// The name that the administrator chose.
    let name: String
    /// The creation time.
    let created: Date
    /// The time of the device's last request, to within a few minutes. The value is `nil` before the first
    /// request.
    let lastSeen: Date?
    /// The time at which the device's token was revoked; `nil` while the token is valid.
    let revoked: Date?
}

/// The account and the device that a request's token belongs to, by their IDs.
struct Identity: Sendable, Hashable {
    let account: Int
    let device: Int
    /// The names that the administrator chose, for the log.
    var accountName = ""
    var deviceName = ""
}

/// The part of a token that the server stores.
struct StoredToken: Sendable, Hashable {
    let identity: Identity
    /// SHA-256 of the secret.
    let digest: [UInt8]
    let isRevoked: Bool
    let lastSeen: Date?
}

/// An error in a command about accounts and devices.
enum AccountError: Error, Hashable {
    case accountExists(String)
    case noAccount(String)
    case deviceExists(String, account: String)
    case noDevice(String, account: String)
    case alreadyRevoked(String, account: String)
}

/// A device's bearer token. It consists of a name, by which the server finds the token, and a secret of 32
/// random bytes.
///
/// The server stores the name and the secret's SHA-256. The digest needs no salt, because a random secret
/// can't be guessed. The prefix `sync_` lets people and secret scanners recognize a token.
struct DeviceToken: Sendable, Hashable {
    /// The name: 16 hexadecimal digits.
    let name: String
    /// The secret: 32 bytes.
    let secret: [UInt8]

    private static let prefix = "sync_"
    private static let nameLength = 16
    private static let secretLength = 32

    /// Creates a token with a random name and secret.
    static func random() -> DeviceToken {
        var generator = SystemRandomNumberGenerator()
        return DeviceToken(using: &generator)
    }

    /// Creates a token with a name and a secret from a generator.
    init(using generator: inout some RandomNumberGenerator) {
        let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
        name = String(repeating: "0", count: Self.nameLength - digits.count) + digits
        secret = (0..<Self.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Parses a token. Returns `nil` if the text isn't a token.
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

    /// The token's text. It is shown to the administrator once, and the device sends it with each request.
    var text: String {
        let base64 = Data(secret).base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return Self.prefix + name + "_" + String(base64.prefix(43))
    }

    /// The SHA-256 of the secret, which the server stores.
    var digest: [UInt8] { SHA256.bytes(Data(secret)) }

    /// Whether a stored digest is that of the secret. The comparison takes constant time.
    func matches(_ stored: [UInt8]) -> Bool {
        let digest = digest
        guard stored.count == digest.count else { return false }
        var difference: UInt8 = 0
        for (mine, theirs) in zip(digest, stored) { difference |= mine ^ theirs }
        return difference == 0
    }
}

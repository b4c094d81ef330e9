import Foundation

/// Whose data it is: a person, or what shares their data.
struct Account: Sendable, Hashable {
    /// The number by which everything of the account is found.
    let id: Int
    /// The name that the administrator gave it.
    let name: String
    /// When it was made.
    let created: Date
    /// How many devices can speak for it.
    let devices: Int
    /// How many records it has, deleted ones among them.
    let records: Int
}

/// What speaks for an account: one token, on one machine.
struct Device: Sendable, Hashable {
    /// The device's number.
    let id: Int
    /// The account's name.
    let account: String
    /// The name that the administrator gave it.
    let name: String
    /// When it was made.
    let created: Date
    /// When it was heard of last, to within a few minutes.
    let lastSeen: Date?
    /// When its token was revoked.
    let revoked: Date?
}

/// Who a request comes from, by its token alone.
struct Identity: Sendable, Hashable {
    let account: Int
    let device: Int
}

/// What the server keeps of a token.
struct StoredToken: Sendable, Hashable {
    let identity: Identity
    /// SHA-256 of the secret.
    let digest: [UInt8]
    let isRevoked: Bool
    let lastSeen: Date?
}

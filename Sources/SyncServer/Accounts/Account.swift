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

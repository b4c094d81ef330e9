import Foundation
import SyncProtocol

/// Where the server keeps accounts, devices and records. SQLite and PostgreSQL pass the same tests.
///
/// Every function is one transaction; what it answers is on the disk. All throw ``StorageError``; those that speak of
/// accounts and devices throw ``AccountError`` too.
protocol SyncStorage: Sendable {
    /// Sets up a new database, and refuses one that the server can't work with.
    func prepare() async throws

    /// Makes an account.
    func addAccount(named name: String, at time: Date) async throws -> Account
    /// All accounts, in the order in which they were made.
    func accounts() async throws -> [Account]
    /// Deletes an account with its devices and records.
    func deleteAccount(named name: String) async throws

    /// Makes a device, of whose token only the digest is kept.
    func addDevice(
        named name: String, account: String, token: DeviceToken, at time: Date
    ) async throws -> Device
    /// The devices of an account, or of all, in the order in which they were made.
    func devices(ofAccount account: String?) async throws -> [Device]
    /// Makes a device's token worthless, at once.
    func revokeDevice(named name: String, account: String, at time: Date) async throws -> Device
    /// What is known of the token with a name.
    func token(named name: String) async throws -> StoredToken?
    /// Notes that a device was heard of.
    func noteSeen(_ device: Int, at time: Date) async throws

    /// Merges what a device sends, and tells it what others changed.
    ///
    /// - Parameters:
    ///   - exchange: What it sends, and who it is.
    ///   - clock: The server's clock.
    /// - Returns: What to answer.
    /// - Throws: ``SyncProtocol/SyncFailure`` where the request as a whole can't be answered.
    func exchange(_ exchange: Exchange, clock: ServerClock) async throws -> SyncAnswer

    /// Writes everything, as it is at one moment, to a new SQLite file that a server can work with.
    ///
    /// The copy's epochs are new: devices that meet a server which began anew from it pull from the beginning.
    func backup(to path: String) async throws
    /// Fills an empty storage from such a file. The epochs are new here too.
    func restore(from path: String) async throws
    /// Whether the database answers.
    func ping() async throws
    /// Closes all connections.
    func close() async
}

/// What a device sends, and who it is.
struct Exchange: Sendable {
    let identity: Identity
    let request: SyncRequest
    let time: Date
}

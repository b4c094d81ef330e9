import Foundation
import SyncProtocol

/// A server without a listener: the merging and the storage for one device, in the caller's process. Benchmarks use it.
package struct LocalServer: Sendable {
    private let storage: SQLStorage
    private let identity: Identity
    private let clock = ServerClock(node: "server")

    /// Creates an account with a device in a new SQLite file.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``StorageError``, or ``AccountError`` if the file already has the account.
    package init(path: String) async throws {
        storage = try StorageLocation.file(path: path).open(connections: 1)
        try await storage.prepare()
        let token = DeviceToken.random()
        let account = try await storage.addAccount(named: "local", at: .now)
        let device = try await storage.addDevice(
            named: "local", account: account.name, token: token, at: .now)
        identity = Identity(account: account.id, device: device.id)
    }

    /// Answers a request. Both messages are encoded and decoded, as between processes.
    ///
    /// - Throws: `SyncFailure` if the server refuses the request, and ``StorageError``.
    package func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        try await SyncAnswer(decoding: answer(toBody: request.encoded()))
    }

    /// Answers an encoded request with an encoded answer.
    ///
    /// - Throws: `SyncFailure` if the server refuses the request, ``SyncDecodingError``, and ``StorageError``.
    package func answer(toBody body: Data) async throws -> Data {
        let exchange = Exchange(identity: identity, request: try SyncRequest(decoding: body), time: .now)
        return try await storage.exchange(exchange, clock: clock).encoded()
    }

    /// Proposes a key for the account.
    package func account(proposing key: SyncAccountKey?) async throws -> SyncAccount {
        try await storage.account(of: identity, proposing: key)
    }
}

import Foundation
import SyncProtocol

/// A server without a listener: the merging and the storage for one device, in the caller's process. Benchmarks use it.
package struct LocalServer: Sendable {
    private let storage: any SyncStorage
    private let identity: Identity
    private let clock = ServerClock(node: "server")

    /// Creates an account with a device in a new SQLite file.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``StorageError``, or ``AccountError`` if the file already has the account.
    package init(path: String) async throws {
        storage = try StorageLocation.file(path: path).open(connections: 1)
        try await storage.prepare()
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let account = try await storage.addAccount(named: "local", at: .now)
        let device = try await storage.addDevice(
            named: "local", account: account.name, token: token, at: .now)
        identity = Identity(account: account.id, device: device.id)
    }

    /// Answers a request. Both messages are encoded and decoded, as between processes.
    ///
    /// - Throws: `SyncFailure` if the server refuses the request, and ``StorageError``.
    package func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        let request = try SyncRequest(decoding: request.encoded())
        let exchange = Exchange(identity: identity, request: request, time: .now)
        return try await SyncAnswer(decoding: storage.exchange(exchange, clock: clock).encoded())
    }
}

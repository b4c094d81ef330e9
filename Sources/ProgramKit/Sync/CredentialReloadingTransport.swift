import Foundation
import Sync
import SyncProtocol
import Synchronization

/// A transport that reads the credentials again before each request.
///
/// While this process waits at its prompt, another process may turn off synchronization of the store, or log
/// in with another account, key or server. Later changes must not go to the old account or server.
final class CredentialReloadingTransport: SyncTransport {
    let name: String
    private let path: String
    private let current: Mutex<(credentials: SyncCredentials, transport: SealingTransport)>

    /// Makes a transport to the server that the credentials name.
    ///
    /// - Parameters:
    ///   - credentials: The server and the token to begin with.
    ///   - path: The file with the credentials, which is read before each request.
    /// - Throws: ``SyncProblem/noHome`` if there is no path, and `SyncError` for a bad address.
    init(_ credentials: SyncCredentials, at path: String?) throws {
        guard let path else { throw SyncProblem.noHome }
        let transport = try credentials.transport()
        name = transport.name
        self.path = path
        current = Mutex((credentials, transport))
    }

    /// Sends a request to the server.
    ///
    /// - Throws: `CancellationError` if the credentials are gone or name another server, and the errors of
    ///   `HTTPTransport`.
    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        try await transport().send(request)
    }

    private func transport() throws -> SealingTransport {
        guard let kept = try? SyncCredentials(path: path), kept.server == name else {
            throw CancellationError()
        }
        return try current.withLock { current in
            if current.credentials != kept { current = (kept, try kept.transport()) }
            return current.transport
        }
    }
}

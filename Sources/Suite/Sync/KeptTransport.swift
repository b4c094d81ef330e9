import Foundation
import Sync
import SyncProtocol
import Synchronization

/// The way to a server by the token that is kept at the moment of each request.
///
/// Another process may end the synchronizing of the store, or begin it with another account or server, while this one
/// waits at its prompt. What is written from then on must not go where it went before.
final class KeptTransport: SyncTransport {
    let name: String
    private let path: String
    private let current: Mutex<(credentials: SyncCredentials, transport: HTTPTransport)>

    /// A way to the server of some credentials, for as long as those in a file name that server too.
    init(_ credentials: SyncCredentials, at path: String?) throws {
        guard let path else { throw SyncProblem.noHome }
        let transport = try credentials.transport()
        name = transport.name
        self.path = path
        current = Mutex((credentials, transport))
    }

    /// Sends a request, unless the store isn't synchronized with this server any more.
    ///
    /// - Throws: `CancellationError` where it isn't, and what HTTP throws.
    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        try await transport().send(request)
    }

    private func transport() throws -> HTTPTransport {
        guard let kept = try? SyncCredentials(path: path), kept.server == name else {
            throw CancellationError()
        }
        return try current.withLock { current in
            if current.credentials != kept { current = (kept, try kept.transport()) }
            return current.transport
        }
    }
}

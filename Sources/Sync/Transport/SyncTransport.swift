import Foundation
import SyncProtocol

/// The way to a server and back.
///
/// ```swift
/// struct Direct: SyncTransport {
///     let server: Server
///     var name: String { "memory" }
///     func send(_ request: SyncRequest) async throws -> SyncAnswer { try await server.answer(request) }
/// }
/// ```
public protocol SyncTransport: Sendable {
    /// What the server is called in messages: its address, without anything secret.
    var name: String { get }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter request: What changed here, and since when changes of others are wanted.
    /// - Returns: The server's answer.
    /// - Throws: ``SyncError``; whatever is thrown, nothing is taken from the queue.
    func send(_ request: SyncRequest) async throws -> SyncAnswer
}

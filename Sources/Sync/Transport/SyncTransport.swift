import Foundation
import SyncProtocol

/// A connection to a server.
///
/// ```swift
/// struct Direct: SyncTransport {
///     let answer: @Sendable (SyncRequest) async throws -> SyncAnswer
///     var name: String { "memory" }
///     func send(_ request: SyncRequest) async throws -> SyncAnswer { try await answer(request) }
/// }
/// ```
public protocol SyncTransport: Sendable {
    /// The server's name in messages: its address, without secrets.
    var name: String { get }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter request: The local changes, and the token of the last answer.
    /// - Returns: The server's answer.
    /// - Throws: ``SyncError``. After an error, nothing leaves the queue.
    func send(_ request: SyncRequest) async throws -> SyncAnswer

    /// Proposes a key for the account, which gets it if it has none.
    ///
    /// - Parameter key: The public parts of the key; `nil` to ask only.
    /// - Returns: The account with its key.
    /// - Throws: ``SyncError``.
    func account(proposing key: SyncAccountKey?) async throws -> SyncAccount
}

extension SyncTransport {
    /// Accepts any key, for transports without accounts.
    public func account(proposing key: SyncAccountKey?) async throws -> SyncAccount { SyncAccount(key: key) }
}

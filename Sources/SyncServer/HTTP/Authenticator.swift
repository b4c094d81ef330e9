import Foundation
import HTTPTypes
import Hummingbird
import SyncProtocol

/// Identifies the device that sends a request by its bearer token.
struct Authenticator: Sendable {
    let storage: any SyncStorage
    /// Counts invalid tokens by address.
    let failures: RateLimiter<ClientAddress>
    let metrics: ServerMetrics

    /// The precision of the stored time of a device's last request, in seconds. Storing every request's time
    /// would cause a write for each read.
    private static let lastSeenPrecision: TimeInterval = 300
    /// The digest that an unknown token is compared with, so that the check takes as long as for a known one.
    private static let dummyDigest = [UInt8](repeating: 0, count: 32)

    /// Returns the account and the device that send a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The sender's address, by which failures are counted.
    ///   - time: The time of day.
    ///   - uptime: The time of a monotonic clock, for the rate limit.
    /// - Throws: `SyncFailure` with the code `unauthorized` if the token isn't valid. ``TooManyRequests`` if
    ///   the address sent too many invalid tokens.
    func identity(
        of request: Request, from address: ClientAddress, at time: Date, uptime: Duration
    ) async throws -> Identity {
        guard let token = Self.token(in: request.headers) else {
            throw failed(from: address, at: uptime, "There is no bearer token.")
        }
        let stored = try await storage.token(named: token.name)
        let matches = token.matches(stored?.digest ?? Self.dummyDigest)
        guard let stored, matches, !stored.isRevoked else {
            throw failed(from: address, at: uptime, "The bearer token is no device's.")
        }
        // Also replace a time in the future, which was stored while the server's clock was ahead.
        if stored.lastSeen.map({ abs(time.timeIntervalSince($0)) > Self.lastSeenPrecision }) ?? true {
            // Ignore errors: if the storage is read-only, a device can still read.
            try? await storage.updateLastSeen(stored.identity.device, at: time)
        }
        return stored.identity
    }

    /// Returns the token of the `Authorization` field; `nil` if there are several fields.
    private static func token(in headers: HTTPFields) -> DeviceToken? {
        let fields = headers[values: .authorization]
        guard fields.count == 1, let field = fields.first else { return nil }
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return DeviceToken(parts[1])
    }

    /// Returns the error for an invalid token. It is the same for unknown and for revoked tokens.
    private func failed(
        from address: ClientAddress, at uptime: Duration, _ message: String
    ) -> any Error {
        metrics.add(to: .failedLogins)
        if let seconds = failures.take(address, at: uptime) { return TooManyRequests(seconds: seconds) }
        return SyncFailure(.unauthorized, message: message)
    }
}

/// A sender exceeded a rate limit.
struct TooManyRequests: Error, Hashable {
    /// The number of seconds after which the sender can try again.
    let seconds: Int
}

import Foundation
import HTTPTypes
import Hummingbird
import SyncProtocol

/// Finds out whose request it is, by its bearer token and nothing else.
struct Authenticator: Sendable {
    let storage: any SyncStorage
    /// Counts the tokens that are no device's, by address.
    let failures: RateLimiter<ClientAddress>
    let metrics: ServerMetrics

    /// How long a device's last request is taken to be now, so that not every one is noted.
    private static let seenInterval: TimeInterval = 300
    /// What an unknown token is compared with, so that it takes as long as a known one.
    private static let nobody = [UInt8](repeating: 0, count: 32)

    /// Who sends a request.
    ///
    /// - Throws: A failure of 401 where there is no token of a device, of 429 where an address tried too many.
    func identity(
        of request: Request, from address: ClientAddress, at time: Date, uptime: Duration
    ) async throws -> Identity {
        guard let token = Self.token(in: request.headers) else {
            throw failed(from: address, at: uptime, "There is no bearer token.")
        }
        let stored = try await storage.token(named: token.name)
        let matches = token.matches(stored?.digest ?? Self.nobody)
        guard let stored, matches, !stored.isRevoked else {
            throw failed(from: address, at: uptime, "The bearer token is no device's.")
        }
        // A moment that is still to come was noted by a clock that was ahead.
        if stored.lastSeen.map({ abs(time.timeIntervalSince($0)) > Self.seenInterval }) ?? true {
            // Who only reads is answered also where nothing can be written.
            try? await storage.noteSeen(stored.identity.device, at: time)
        }
        return stored.identity
    }

    /// The token of the one `Authorization` field; none where there are several.
    private static func token(in headers: HTTPFields) -> DeviceToken? {
        let fields = headers[values: .authorization]
        guard fields.count == 1, let field = fields.first else { return nil }
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return DeviceToken(parts[1])
    }

    /// The same answer for a token that never was and one that was revoked.
    private func failed(
        from address: ClientAddress, at uptime: Duration, _ message: String
    ) -> any Error {
        metrics.add(to: .failedLogins)
        if let seconds = failures.take(address, at: uptime) { return TooManyRequests(seconds: seconds) }
        return SyncFailure(.unauthorized, message: message)
    }
}

/// Somebody sends too many requests.
struct TooManyRequests: Error, Hashable {
    /// After how many seconds the next one can come.
    let seconds: Int
}

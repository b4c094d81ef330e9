import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SyncProtocol

/// Identifies the device that sends a request by its bearer token.
struct Authenticator: Sendable {
    let storage: SQLStorage
    /// Counts invalid tokens by address.
    let failures: RateLimiter<ClientAddress>
    let metrics: ServerMetrics

    /// The precision of a device's stored last request, in seconds. Without it, every read would cause a
    /// write.
    private static let lastSeenPrecision: TimeInterval = 300
    /// The digest that the server compares with the secret of an unknown token. Therefore the check takes as
    /// long as for a known token.
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
        // Also replace a time in the future. Such a time was stored while the server's clock was ahead.
        if stored.lastSeen.map({ abs(time.timeIntervalSince($0)) > Self.lastSeenPrecision }) ?? true {
            // Ignore errors, so that a device can still read if the storage is read-only.
            try? await storage.updateLastSeen(stored.identity.device, at: time)
        }
        return stored.identity
    }

    /// Returns the token in the `Authorization` field. If the request has several such fields, returns `nil`.
    private static func token(in headers: HTTPFields) -> DeviceToken? {
        let fields = headers[values: .authorization]
        guard fields.count == 1, let field = fields.first else { return nil }
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return DeviceToken(parts[1])
    }

    /// Returns the error for an invalid token. Unknown tokens and revoked tokens have the same error.
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

/// The context of one request, with the address that it comes from.
struct SyncContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection.
    let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
    }
}

/// The key by which rate limits count senders. It is an IPv4 address, or an IPv6 /64 network, which usually
/// belongs to one customer.
struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Creates the key for a request.
    ///
    /// - Parameters:
    ///   - peer: The address at the other end of the connection.
    ///   - forwarded: The value of `X-Forwarded-For`; `nil` unless a trusted reverse proxy sent it. Only the
    ///     last address in it comes from the proxy; a client can forge the ones before.
    init(peer: SocketAddress?, forwarded: String?) {
        let last = forwarded?.split(separator: ",").last.map { $0.filter { !$0.isWhitespace } }
        let named = last.flatMap { try? SocketAddress(ipAddress: $0, port: 0) }
        description = (named ?? peer).map(Self.text(of:)) ?? "unknown"
    }

    private static func text(of address: SocketAddress) -> String {
        switch address {
        case .v6(let address):
            var bytes = address.address.sin6_addr
            let groups = withUnsafeBytes(of: &bytes) { bytes in
                stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            }
            if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
                // An IPv4 address mapped to IPv6.
                return "\(groups[6] >> 8).\(groups[6] & 255).\(groups[7] >> 8).\(groups[7] & 255)"
            }
            return groups[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        default:
            return address.ipAddress ?? "local"
        }
    }
}

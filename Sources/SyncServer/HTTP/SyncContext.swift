import HTTPTypes
import Hummingbird
import NIOCore

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

import Foundation
import SyncProtocol

/// The address of a server.
///
/// ```swift
/// let address = try ServerAddress("https://sync.example.org")
/// ```
public struct ServerAddress: Hashable, Sendable {
    /// The address as the user typed it: scheme, host, port, and the path before the protocol's path.
    public let text: String
    /// The URL of requests.
    let url: URL
    /// The URL of the account's key and devices.
    let accountURL: URL

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: `https://HOST[:PORT][/PATH]`; `http://` for this computer only.
    ///   - allowsUnencrypted: Whether the token may be sent over a network without encryption. Default: false.
    /// - Throws: ``SyncError/badAddress(_:)``, ``SyncError/badPort(_:)``, ``SyncError/notEncrypted(_:)``.
    public init(_ text: String, allowsUnencrypted: Bool = false) throws(SyncError) {
        var bare = text
        while bare.hasSuffix("/") { bare.removeLast() }
        guard bare.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), bare.utf8.count <= 500 else {
            throw .badAddress(text)
        }
        // URLComponents refuses some of these ports without a reason, and accepts others.
        if let port = Self.port(in: bare), !(1...65_535).contains(Int(port) ?? 0) { throw .badPort(text) }
        guard let parts = URLComponents(string: bare), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil, let url = URL(string: bare + SyncEndpoint.path),
            let accountURL = URL(string: bare + SyncEndpoint.accountPath)
        else { throw .badAddress(text) }
        switch scheme {
        case "https": break
        case "http":
            let isHere = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
            if !isHere, !allowsUnencrypted { throw .notEncrypted(text) }
        default: throw .badAddress(text)
        }
        self.text = bare
        self.url = url
        self.accountURL = accountURL
    }

    /// Returns the text after the colon that follows the host, if there is one.
    private static func port(in text: String) -> Substring? {
        guard
            let match = text.firstMatch(
                of: /^[A-Za-z]+:\/\/(?:\[[^\]\/]*\]|[^:\/@\[\]]*):([^\/:@\[\]]*)(?:\/|$)/)
        else { return nil }
        return match.1
    }

    /// Returns whether an absolute URL has the scheme, the host and the port of this address.
    func isSameServer(_ other: String) -> Bool {
        guard let other = URL(string: other) else { return false }
        func origin(_ url: URL) -> [String?] {
            let scheme = url.scheme?.lowercased()
            let port = url.port ?? (scheme == "https" ? 443 : 80)
            return [scheme, url.host?.lowercased(), String(port)]
        }
        return origin(url) == origin(other)
    }
}

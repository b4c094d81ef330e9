import Foundation
import SyncProtocol

/// Where a server is.
///
/// ```swift
/// let address = try ServerAddress("https://sync.example.org")
/// ```
public struct ServerAddress: Hashable, Sendable {
    /// The address as it is shown and kept: scheme, host and port, and the path before ours.
    public let text: String
    /// Where requests go.
    let url: URL

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: `https://HOST[:PORT][/PATH]`; `http://` for this machine only.
    ///   - allowsUnencrypted: Whether the token may go over a network without encryption.
    /// - Throws: ``SyncError/badAddress(_:)``, ``SyncError/notEncrypted(_:)``.
    public init(_ text: String, allowsUnencrypted: Bool = false) throws(SyncError) {
        var bare = text
        while bare.hasSuffix("/") { bare.removeLast() }
        guard bare.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), bare.utf8.count <= 500,
            let parts = URLComponents(string: bare), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil,
            parts.fragment == nil, let url = URL(string: bare + SyncEndpoint.path)
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
    }
}

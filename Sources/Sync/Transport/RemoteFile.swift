import Foundation

/// A file on the web, which is read in pieces while it is downloaded.
///
/// ```swift
/// let file = try RemoteFile("https://example.org/points.json")
/// while case let bytes = try await file.read(), !bytes.isEmpty { print(bytes.count) }
/// ```
///
/// Downloaded bytes are in a temporary file until they are read. So the download needs little memory, and doesn't wait
/// for a slow reader, which could make the server close the connection.
package final class RemoteFile: Sendable {
    /// The limits of a download, which protect the disk and end a connection without data.
    package struct Limits: Sendable {
        /// The maximum number of bytes, uncompressed, from 1.
        package var bytes = 1 << 29
        /// The maximum number of seconds without new data.
        package var idleSeconds = 30.0
        /// The maximum duration of the download in seconds.
        package var totalSeconds = 3600.0
        /// The maximum number of redirections.
        package var redirections = 5
        /// Whether the download follows redirections to other servers.
        package var leavesServer = true
        /// Whom the server's operator can contact, such as an e-mail address. It is added to the `User-Agent`.
        package var contact: String?

        /// Creates the default limits: 512 MB, half a minute without new data, an hour in total, five redirections.
        package init() {}
    }

    /// The address as the caller wrote it.
    package let address: String
    private let transfer: RemoteTransfer

    /// Begins a download.
    ///
    /// - Parameters:
    ///   - address: The address, which begins with `http://` or `https://`.
    ///   - limits: The limits of the download.
    /// - Throws: ``RemoteFileError`` if the address is invalid, or libcurl or the temporary file is missing.
    package init(_ address: String, limits: Limits = Limits()) throws(RemoteFileError) {
        self.address = address
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased() else {
            throw .badAddress(address)
        }
        guard scheme == "http" || scheme == "https" else { throw .otherScheme(scheme) }
        guard let host = url.host, !host.isEmpty else { throw .badAddress(address) }
        transfer = try RemoteTransfer(limits, spool: try Spool())
        transfer.begin(url)
    }

    deinit { transfer.cancel() }

    /// The size that the server announced, in bytes; `nil` before the answer, and if the data is compressed.
    package var expectedSize: Int? { transfer.expectedSize }

    /// Returns the next bytes, at least one and at most 256 KB; none at the end. Waits until bytes arrive.
    ///
    /// - Throws: ``RemoteFileError`` after all bytes that arrived before the error, and `CancellationError`.
    package func read() async throws -> [UInt8] { try await transfer.read() }
}

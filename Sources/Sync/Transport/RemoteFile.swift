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

/// The reason why a file can't be downloaded.
package enum RemoteFileError: Error, Sendable, Hashable {
    /// The text isn't an address.
    case badAddress(String)
    /// The address has another scheme than `http` or `https`.
    case otherScheme(String)
    /// libcurl isn't installed.
    case noLibrary
    /// The server's name is unknown.
    case unknownHost(String)
    /// The server doesn't answer.
    case noAnswer(String)
    /// The connection ended before the file did.
    case brokenOff(String)
    /// The server's certificate isn't valid, or no common encryption exists.
    case insecure(String)
    /// The server refused the request with an HTTP status.
    case status(Int)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// No new data arrived for a number of seconds.
    case idle(seconds: Int)
    /// The download takes longer than the limit.
    case tooSlow(seconds: Int)
    /// The server redirects more often than the limit.
    case tooManyRedirections(Int)
    /// The server redirects to an address that isn't safe, such as from https to http.
    case badRedirection(String)
    /// The temporary file can't be written or read, with the system's error number.
    case disk(Int32)
    /// Another error, with a description in English.
    case other(String)
}

import Foundation

/// A file on the web, which is read piece by piece while it arrives.
///
/// ```swift
/// let importer = try ModelImporter(PointOfInterest.self, into: context)
/// let file = try RemoteFile("https://example.org/points.json")
/// while case let bytes = try await file.read(), !bytes.isEmpty { try await importer.take(bytes) }
/// ```
///
/// Bytes that have arrived and aren't read yet wait on the disk, in a file without a name: memory must not grow with the
/// file, and a slow import must not make the server give up.
public final class RemoteFile: Sendable {
    /// What is asked of a server, so that none can take up the disk or keep a person waiting for ever.
    public struct Limits: Sendable {
        /// The most bytes, unpacked, from 1.
        public var bytes = 1 << 29
        /// The most seconds without anything new.
        public var idleSeconds = 30.0
        /// The most seconds for everything.
        public var totalSeconds = 3600.0
        /// The most redirections.
        public var redirections = 5

        /// Makes the usual limits: 512 MB, half a minute without anything new, an hour for everything, five
        /// redirections.
        public init() {}
    }

    /// The address, as it was given.
    public let address: String
    private let transfer: RemoteTransfer

    /// Begins to fetch a file.
    ///
    /// - Parameters:
    ///   - address: The address, which begins with `http://` or `https://`.
    ///   - limits: What is asked of the server.
    /// - Throws: ``RemoteFileError`` where it is no such address, or where nothing can be fetched here.
    public init(_ address: String, limits: Limits = Limits()) throws(RemoteFileError) {
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

    /// How many bytes the server has said there are; `nil` as long as nothing is known, or where they are packed.
    public var expectedSize: Int? { transfer.expectedSize }

    /// The bytes that have arrived and weren't read yet, at least one and at most 256 KB; none at the end.
    ///
    /// - Throws: ``RemoteFileError``, once what arrived before was read, and `CancellationError`.
    public func read() async throws -> [UInt8] { try await transfer.read() }
}

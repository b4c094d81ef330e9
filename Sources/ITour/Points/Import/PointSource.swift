import Foundation
import Shell
import Sync

/// The source of an import of points: a file, standard input or a web address.
@MainActor
struct PointSource {
    /// The name that the user typed, for use in messages.
    let name: String
    /// Returns the number of bytes; `nil` if it isn't known.
    let size: @MainActor () -> Int?
    /// Reads the next bytes. Returns an empty result at the end.
    let read: @MainActor () async throws -> [UInt8]

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - name: A path, `-` for standard input, or a web address.
    ///   - session: The session.
    ///   - limits: The limits for files from the web.
    /// - Throws: ``PointImportError``, `FileError`.
    init(_ name: String, in session: TripSession, limits: RemoteFile.Limits = .init()) throws {
        if name == "-" {
            guard let input = session.standardInput else { throw PointImportError.inputIsTaken }
            self.init(name: name, size: { nil }, read: { try await input.read() })
        } else if let colon = name.range(of: "://"), name[..<colon.lowerBound].allSatisfy(\.isLetter) {
            do throws(RemoteFileError) {
                let file = try RemoteFile(name, limits: limits)
                self.init(name: name, size: { file.expectedSize }) {
                    do {
                        return try await file.read()
                    } catch let error as RemoteFileError {
                        throw PointImportError.remote(address: name, error)
                    }
                }
            } catch {
                throw PointImportError.remote(address: name, error)
            }
        } else {
            let file = try session.inputFile(name)
            let size = file.size > 0 ? file.size : nil
            self.init(name: name, size: { size }, read: { try file.read(upTo: 1 << 18) })
        }
    }

    init(
        name: String, size: @escaping @MainActor () -> Int?,
        read: @escaping @MainActor () async throws -> [UInt8]
    ) {
        self.name = name
        self.size = size
        self.read = read
    }
}

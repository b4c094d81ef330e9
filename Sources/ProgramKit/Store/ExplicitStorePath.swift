import Foundation
import Localization
import Shell

/// The path given with `--store`, which the user may have mistyped. Therefore commands that only read never
/// create a store there, and no command creates its directory.
struct ExplicitStorePath {
    /// The given path; `nil` if none was given or a file exists at the path.
    private let missing: String?

    /// Checks whether a file exists at the given path.
    @MainActor
    init(_ session: SessionContext, _ location: StoreLocation) {
        // Opening the store reports all other problems, such as a path through a regular file.
        var status = stat()
        guard session.options.storePath != nil, case .file(let path) = location, stat(path, &status) != 0,
            errno == ENOENT
        else {
            missing = nil
            return
        }
        missing = path
    }

    /// Whether a path was given and no file exists at that path.
    var isMissing: Bool { missing != nil }

    /// Throws if the store is missing and can't be created.
    ///
    /// - Parameter mayBeCreated: Whether the file may be created. Its directory must exist.
    /// - Throws: ``MaintenanceError/storeMissing(path:)``, ``StoreLocationError/noDirectory(path:)``.
    func check(mayBeCreated: Bool) throws {
        guard let missing else { return }
        guard mayBeCreated else { throw MaintenanceError.storeMissing(path: missing) }
        let directory = URL(fileURLWithPath: missing).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: directory) else {
            throw StoreLocationError.noDirectory(path: directory)
        }
    }

    /// Returns a notice that the store is new or missing.
    ///
    /// - Parameter isInMemoryOnly: Whether the session runs without creating the store.
    func notices(isInMemoryOnly: Bool) -> [LocalizedText] {
        missing.map {
            [isInMemoryOnly ? text("There is no store “%@” yet.", $0) : text("“%@” is a new store.", $0)]
        } ?? []
    }
}

import Basics
import Foundation
import ModelData
import Shell

/// The files of a store, which no command may overwrite.
///
/// Files with certain names beside a store belong to it even if they don't exist yet: SQLite would treat any
/// file with a log's name as the store's log, and delete it.
struct StoreFiles {
    /// The path of the store itself, with links resolved.
    private let store: String

    /// Finds the files of a store; `nil` if it is in memory.
    init?(_ location: StoreLocation) {
        guard case .file(let path) = location else { return nil }
        store = SymbolicLink.target(of: path)
    }

    /// Throws if a path leads to one of the files, in any spelling and through any links.
    ///
    /// - Parameters:
    ///   - absolutePath: The absolute path of the file to write.
    ///   - path: The path as the user typed it.
    /// - Throws: ``MaintenanceError/isTheStore(path:)``, ``MaintenanceError/belongsToStore(path:)``.
    func checkNotStoreFile(_ absolutePath: String, shown path: String) throws(MaintenanceError) {
        if StoreFile.isSame(store, absolutePath) { throw .isTheStore(path: path) }
        if isBeside(absolutePath) || isInFolder(absolutePath) { throw .belongsToStore(path: path) }
    }

    /// Returns whether a path is reserved for a file beside the store, such as its log. The file may not
    /// exist yet.
    private func isBeside(_ path: String) -> Bool {
        if StoreFile.companionEndings.contains(where: { StoreFile.isSame(store + $0, path) }) { return true }
        let (own, other) = (Self.parts(store), Self.parts(path))
        guard StoreFile.isSame(own.directory, other.directory) else { return false }
        // File names are bytes: compare them without Unicode equivalence.
        let name = other.name.utf8
        return StoreFile.companionEndings.contains { name.elementsEqual((own.name + $0).utf8) }
            || IncompleteFile.isName(other.name, of: own.name)
    }

    /// Returns whether a path leads into the folder of the store's large values.
    private func isInFolder(_ path: String) -> Bool {
        let folder = ExternalFile.folder(of: store)
        guard let real = realpath(Self.parts(path).directory, nil) else { return false }
        defer { free(real) }
        var directory = String(cString: real)
        while directory != "/" {
            if StoreFile.isSame(folder, directory) { return true }
            directory = Self.parts(directory).directory
        }
        return false
    }

    /// Splits an absolute path into the directory and the name.
    private static func parts(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("/", path) }
        let directory = path[..<slash]
        return (directory.isEmpty ? "/" : String(directory), String(path[path.utf8.index(after: slash)...]))
    }
}

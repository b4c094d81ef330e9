import Foundation
import Shell

/// The files that a store is made of: none that a command writes takes the place of one of them.
///
/// What has certain names beside a store belongs to it, be it there just now or not: SQLite would take for a log whatever
/// has the name of one, and delete it.
struct StoreFiles {
    /// What SQLite and ModelData put beside a store, behind its name.
    private static let endings = ["-wal", "-shm", "-journal", ".external"]
    /// How the hidden name of a file ends that isn't whole yet, and becomes the store or a copy of it.
    private static let partialEnding = ".partial"

    /// The store itself, where its path is a link.
    private let store: String

    /// The files of a store; `nil` where it is in memory.
    init?(_ location: StoreLocation) {
        guard case .file(let path) = location else { return nil }
        store = FileLink.target(of: path)
    }

    /// Throws where a path leads to one of the files, in whatever spelling and by whichever links.
    ///
    /// - Parameters:
    ///   - absolutePath: Where a file is to be written.
    ///   - path: The path as the person wrote it.
    func refuse(_ absolutePath: String, shown path: String) throws(CareError) {
        if Self.isSame(store, absolutePath) { throw .isTheStore(path: path) }
        if isBeside(absolutePath) || isInFolder(absolutePath) { throw .belongsToStore(path: path) }
    }

    /// Whether a path is that of a file beside the store, which need not be there.
    private func isBeside(_ path: String) -> Bool {
        if Self.endings.contains(where: { Self.isSame(store + $0, path) }) { return true }
        let (own, other) = (Self.parts(store), Self.parts(path))
        guard Self.isSame(own.directory, other.directory) else { return false }
        // Names are bytes to the file system, whatever is the same letter to people.
        let name = other.name.utf8
        return Self.endings.contains { name.elementsEqual((own.name + $0).utf8) }
            || name.starts(with: ".\(own.name).".utf8) && other.name.hasSuffix(Self.partialEnding)
    }

    /// Whether a path leads into the folder of the store's large values.
    private func isInFolder(_ path: String) -> Bool {
        let folder = store + ".external"
        guard let real = realpath(Self.parts(path).directory, nil) else { return false }
        defer { free(real) }
        var directory = String(cString: real)
        while directory != "/" {
            if Self.isSame(folder, directory) { return true }
            directory = Self.parts(directory).directory
        }
        return false
    }

    /// The directory of an absolute path, and the name in it.
    private static func parts(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("/", path) }
        let directory = path[..<slash]
        return (directory.isEmpty ? "/" : String(directory), String(path[path.utf8.index(after: slash)...]))
    }

    /// Whether two paths lead to the same file, which is there.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &two) == 0 && one.st_dev == two.st_dev
            && one.st_ino == two.st_ino
    }
}

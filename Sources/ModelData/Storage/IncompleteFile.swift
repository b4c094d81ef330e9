import Basics
import Foundation

/// Creates, locks and cleans up files that are still being written.
///
/// Such a file has a hidden name, `.books.store.….partial`, and its process holds a lock on it. If the
/// process is killed, the lock ends. The file is then deleted when a store with the same name is opened
/// again.
package enum IncompleteFile {
    private static let ending = ".partial"

    /// Creates and locks an empty file that only its owner can read.
    ///
    /// - Parameters:
    ///   - directory: The directory for the file.
    ///   - name: The final name, from which the hidden name is made.
    static func make(in directory: String, for name: String) throws -> (path: String, descriptor: Int32) {
        let start = "\(directory)/.\(name)."
        let file = ClaimedFile.make(startingWith: start, ending: ending) { file in
            !lock(file) && (errno == EACCES || errno == EAGAIN)
        }
        guard let file else { throw StoreFile.failure(errno, path: directory) }
        return file
    }

    /// Deletes the files that killed processes left beside a store and in the folder of its large values.
    static func removeStale(beside store: String) {
        let directory = (store as NSString).deletingLastPathComponent
        removeStale(in: directory, startingWith: ".\((store as NSString).lastPathComponent).")
        let folder = ExternalFile.folder(of: store)
        if access(folder, F_OK) == 0 { removeStale(in: folder, startingWith: ".") }
    }

    private static func removeStale(in directory: String, startingWith start: String) {
        for name in Directory.names(in: directory, startingWith: start) {
            guard let main = main(of: name) else { continue }
            let path = "\(directory)/\(main)"
            if name == main {
                removeIfStale(path)
            } else if access(path, F_OK) != 0 {
                // This is a companion file whose main file is already deleted or has its final name.
                remove("\(directory)/\(name)")
            }
        }
    }

    /// Returns the name of the incomplete file to which a name belongs. The name can be that of the file
    /// itself or of a companion file. Returns nil for all other names.
    private static func main(of name: String) -> String? {
        let companion = StoreFile.companionEndings.first { name.hasSuffix(ending + $0) } ?? ""
        let main = name.dropLast(companion.count)
        guard main.hasSuffix(ending) else { return nil }
        let identifier = main.dropLast(ending.count).suffix(36)
        return UUID(uuidString: String(identifier)) == nil ? nil : String(main)
    }

    /// Returns whether a name is that of an incomplete file.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - final: The final name of the file. Default: nil, for any.
    package static func isName(_ name: String, of final: String? = nil) -> Bool {
        // File names are bytes: compare them without Unicode equivalence.
        name.utf8.starts(with: (final.map { ".\($0)." } ?? ".").utf8) && name.hasSuffix(ending)
    }

    private static func removeIfStale(_ path: String) {
        let file = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { OpenStores.closeWhenUnused(file) }
        guard let status = FileStatus(file), status.isFile, status.isOwn, lock(file) else { return }
        for companion in StoreFile.companionEndings { remove(path + companion) }
        unlink(path)
    }

    private static func remove(_ path: String) {
        if FileStatus(path, followsLinks: false)?.isDirectory == true {
            try? FileManager.default.removeItem(atPath: path)
        } else {
            unlink(path)
        }
    }

    /// Locks a file and returns whether that succeeded. The lock ends when the descriptor is closed.
    ///
    /// The locked byte is after all bytes that SQLite locks. The lock belongs to the descriptor, so it
    /// remains when SQLite opens and closes the same file.
    private static func lock(_ file: Int32) -> Bool {
        // The value of `F_OFD_SETLK`, which the header declares only for GNU extensions.
        let setLock: Int32 = 37
        var region = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 62, l_len: 1, l_pid: 0)
        return fcntl(file, setLock, &region) == 0
    }
}

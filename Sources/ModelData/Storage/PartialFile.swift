import Foundation

/// Names and locks of files that aren't whole yet.
///
/// Such a file has a hidden name, `.books.store.….partial`, and is locked for as long as its process works on it. What a
/// killed process left is locked by nobody, and goes when the store beside it is opened the next time.
enum PartialFile {
    private static let ending = ".partial"
    /// What SQLite, and we, put beside a store's file.
    private static let companions = ["-wal", "-shm", "-journal", ".external"]

    /// Makes an empty file that only its owner can read, and locks it.
    ///
    /// - Returns: its path, and the descriptor that holds the lock.
    static func make(in directory: String, for name: String) throws -> (path: String, descriptor: Int32) {
        while true {
            let path = "\(directory)/.\(name).\(UUID().uuidString)\(ending)"
            let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw StoreFile.failure(errno, path: directory) }
            // Where a file system knows no locks, nobody gets one, and nothing is removed.
            let isTaken = !lock(file) && (errno == EACCES || errno == EAGAIN)
            var info = stat()
            // Another process may have taken it for a stale one in the moment before the lock.
            if isTaken || (fstat(file, &info) == 0 && info.st_nlink == 0) {
                close(file)
                continue
            }
            // The umask may have taken bits away; it never adds any.
            fchmod(file, 0o600)
            return (path, file)
        }
    }

    /// Removes what killed processes left beside a store, and in the folder of its large values.
    static func removeStale(beside store: String) {
        let directory = (store as NSString).deletingLastPathComponent
        removeStale(in: directory, startingWith: ".\((store as NSString).lastPathComponent).")
        let folder = ExternalFile.folder(of: store)
        if access(folder, F_OK) == 0 { removeStale(in: folder, startingWith: ".") }
    }

    private static func removeStale(in directory: String, startingWith start: String) {
        for name in names(in: directory, startingWith: start) {
            guard let main = main(of: name) else { continue }
            let path = "\(directory)/\(main)"
            if name == main {
                removeIfStale(path)
            } else if access(path, F_OK) != 0 {
                // The file that it was made beside is gone already, or has its name.
                remove("\(directory)/\(name)")
            }
        }
    }

    /// The names in a directory that begin with some bytes: what is one text to Unicode may be two names.
    static func names(in directory: String, startingWith start: String) -> [String] {
        guard let entries = opendir(directory.isEmpty ? "." : directory) else { return [] }
        defer { closedir(entries) }
        let start = Array(start.utf8CString)
        var names: [String] = []
        while let entry = readdir(entries) {
            withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    // Most names are none of ours, and needn't become strings.
                    if strncmp(name, start, start.count - 1) == 0 { names.append(String(cString: name)) }
                }
            }
        }
        return names
    }

    /// The partial file that a name is of, itself or what stands beside it; nil when the name is another one's.
    private static func main(of name: String) -> String? {
        let companion = companions.first { name.hasSuffix(ending + $0) } ?? ""
        let main = name.dropLast(companion.count)
        guard main.hasSuffix(ending) else { return nil }
        let identifier = main.dropLast(ending.count).suffix(36)
        return UUID(uuidString: String(identifier)) == nil ? nil : String(main)
    }

    private static func removeIfStale(_ path: String) {
        let file = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { OpenStores.closeWhenUnused(file) }
        var info = stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid(), lock(file)
        else { return }
        for companion in companions { remove(path + companion) }
        unlink(path)
    }

    private static func remove(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        if info.st_mode & S_IFMT == S_IFDIR {
            try? FileManager.default.removeItem(atPath: path)
        } else {
            unlink(path)
        }
    }

    /// Locks a file, unless somebody else has it locked; the lock ends with the descriptor.
    ///
    /// It lies behind everything that SQLite locks, and is of the kind that belongs to a descriptor, which SQLite's own
    /// opening and closing of the file doesn't end.
    private static func lock(_ file: Int32) -> Bool {
        // `F_OFD_SETLK`, which the header shows only to readers that ask for GNU's extensions.
        let setLock: Int32 = 37
        var region = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 62, l_len: 1, l_pid: 0)
        return fcntl(file, setLock, &region) == 0
    }
}

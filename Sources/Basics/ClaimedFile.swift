import Foundation

/// Creates files under hidden names, which a lock of their process claims.
///
/// If the process is killed, the system releases the lock, and the file can be removed as stale.
package enum ClaimedFile {
    /// Creates and locks an empty file that only its owner can read.
    ///
    /// - Parameters:
    ///   - start: The path without the end of its name.
    ///   - ending: The end of the name, after a random part.
    ///   - lock: Locks the file, and returns whether another process has locked it before. On a file system without
    ///     locks it returns false, and stale files are never removed.
    /// - Returns: The path and the descriptor; nil if the file can't be created, for the reason in `errno`.
    package static func make(
        startingWith start: String, ending: String, lock: (Int32) -> Bool
    ) -> (path: String, descriptor: Int32)? {
        while true {
            let path = start + UUID().uuidString + ending
            let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { return nil }
            // Another process may have deleted the file as stale before this process locked it.
            if lock(file) || FileStatus(file)?.isRemoved == true {
                close(file)
                continue
            }
            // The umask may have removed permissions when the file was created. It never adds any.
            fchmod(file, 0o600)
            return (path, file)
        }
    }

    /// Creates an empty file beside the file that it will replace, locked with `flock` until its descriptor is closed.
    ///
    /// - Parameters:
    ///   - target: The path of the file to replace.
    ///   - ending: The end of the name, such as `.new`.
    /// - Returns: The path and the descriptor; nil if the file can't be created, for the reason in `errno`.
    package static func make(for target: String, ending: String) -> (path: String, descriptor: Int32)? {
        let (directory, name) = parts(target)
        return make(startingWith: "\(directory)/\(start(name))", ending: ending) {
            flock($0, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }
    }

    /// Removes the files beside a target that killed processes have made with `make(for:ending:)`.
    ///
    /// - Parameters:
    ///   - target: The path of the file to replace.
    ///   - ending: The end of the names.
    package static func removeStale(for target: String, ending: String) {
        let (directory, name) = parts(target)
        removeStale(in: directory, startingWith: start(name), ending: ending)
    }

    /// Removes the files in a directory that killed processes have made with `make(for:ending:)` for any target.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - ending: The end of the names.
    ///   - companions: What the names of files beside such a file add to its name; they are removed with it.
    package static func removeStale(in directory: String, ending: String, companions: [String] = []) {
        removeStale(in: directory, startingWith: ".", ending: ending, companions: companions)
    }

    private static func removeStale(
        in directory: String, startingWith start: String, ending: String, companions: [String] = []
    ) {
        for name in Directory.names(in: directory, startingWith: start) where name.hasSuffix(ending) {
            let identifier = name.dropLast(ending.count).suffix(36)
            guard identifier.count == 36, UUID(uuidString: String(identifier)) != nil else { continue }
            removeIfStale("\(directory)/\(name)", companions)
        }
    }

    private static func removeIfStale(_ path: String, _ companions: [String]) {
        let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard let status = FileStatus(file), status.isFile, status.isOwn, flock(file, LOCK_EX | LOCK_NB) == 0
        else { return }
        for companion in companions { unlink(path + companion) }
        unlink(path)
    }

    private static func parts(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Returns the beginning of a hidden name. File systems allow names of 255 bytes in total.
    private static func start(_ name: String) -> String {
        var start = name
        while start.utf8.count > 200 { start.removeLast() }
        return ".\(start)."
    }
}

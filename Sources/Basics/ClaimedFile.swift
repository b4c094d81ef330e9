import Foundation

/// Creates files under hidden names, which a lock of their process claims.
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
}

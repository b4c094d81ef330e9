import Foundation
import Glibc

/// Resolution of symbolic links.
///
/// ```swift
/// let path = SymbolicLink.target(of: "/home/ada/books.store")
/// let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
/// ```
public enum SymbolicLink {
    /// Returns the path that a symbolic link leads to, even if no file exists at that path. Any other path is
    /// returned unchanged.
    ///
    /// - Parameter path: An absolute or relative path.
    /// - Returns: The path of the target; the path itself if links form a loop.
    public static func target(of path: String) -> String {
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        // If links form a loop, return the path. Opening it then reports the error.
        guard errno == ENOENT, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        if next.hasPrefix("/") { return target(of: next) }
        return target(of: (path as NSString).deletingLastPathComponent + "/" + next)
    }
}

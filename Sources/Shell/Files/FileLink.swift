import Foundation
import Glibc

/// Links that stand for files.
///
/// ```swift
/// let descriptor = open(FileLink.target(of: path), O_CREAT | O_EXCL | O_RDWR, 0o600)
/// ```
public enum FileLink {
    /// The file that a link leads to, be it there or not yet; what is no link, as it is.
    ///
    /// - Parameter path: A path, absolute or not.
    /// - Returns: The path of the file; that of the link where links lead round in a circle.
    public static func target(of path: String) -> String {
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        // Links that lead round in a circle are left to whoever opens them.
        guard errno == ENOENT, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        if next.hasPrefix("/") { return target(of: next) }
        return target(of: (path as NSString).deletingLastPathComponent + "/" + next)
    }
}

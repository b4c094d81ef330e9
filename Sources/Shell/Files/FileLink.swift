import Foundation
import Glibc

/// Links that stand for files.
public enum FileLink {
    /// The file that a link leads to, be it there or not yet; what is no link, as it is.
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

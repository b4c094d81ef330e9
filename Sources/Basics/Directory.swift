import Foundation

/// Listings of directories.
package enum Directory {
    /// Returns the names in a directory that start with the given bytes. Names are compared as bytes, because
    /// two different names can be equal as Unicode text. Returns none if the directory can't be read.
    ///
    /// - Parameter path: The directory; the working directory if it is empty.
    package static func names(in path: String, startingWith start: String) -> [String] {
        guard let entries = opendir(path.isEmpty ? "." : path) else { return [] }
        defer { closedir(entries) }
        let start = Array(start.utf8CString)
        var names: [String] = []
        while let entry = readdir(entries) {
            withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    // Most names don't match, so don't convert them to strings.
                    if strncmp(name, start, start.count - 1) == 0 { names.append(String(cString: name)) }
                }
            }
        }
        return names
    }
}

/// Symbolic links.
package enum SymbolicLink {
    /// Returns the path that a symbolic link leads to, even if no file exists there; the path itself if it is no link,
    /// or if links form a loop. Opening it then reports the error.
    package static func target(of path: String) -> String {
        guard FileStatus(path, followsLinks: false)?.isLink == true else { return path }
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        guard errno == ENOENT, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        if next.hasPrefix("/") { return target(of: next) }
        return target(of: (path as NSString).deletingLastPathComponent + "/" + next)
    }
}

/// Returns the home directory that an environment names: `HOME`, if it is an absolute path; otherwise nil.
///
/// Libraries and programs look for their default directories here, so that a test with a private `HOME` uses no file of
/// the user.
///
/// - Parameter environment: The environment variables.
public func homeDirectory(in environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
}

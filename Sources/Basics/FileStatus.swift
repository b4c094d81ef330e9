import Foundation

/// The kind, size and identity of a file or directory.
package struct FileStatus {
    /// A file, independently of its names.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    private let status: stat

    /// Reads the status of a path. Nil if it can't be read; `errno` then has the reason.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - followsLinks: Whether the status is that of a symbolic link's target. Default: true.
    package init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.status = status
    }

    /// Reads the status of an open file.
    package init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Returns whether a path exists, even as a symbolic link without a target.
    package static func exists(_ path: String) -> Bool { FileStatus(path, followsLinks: false) != nil }

    package var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
    package var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
    /// The size in bytes.
    package var size: Int { Int(status.st_size) }
    package var identity: Identity { Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)) }
    /// Whether the file belongs to this process's user.
    package var isOwn: Bool { status.st_uid == geteuid() }
    /// Whether only the file's owner has access.
    package var isPrivate: Bool { status.st_mode & 0o077 == 0 }
    /// Whether the last name of an open file was removed.
    package var isRemoved: Bool { status.st_nlink == 0 }
    /// The time of the last change of the content.
    package var modified: Date {
        Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
    }
}

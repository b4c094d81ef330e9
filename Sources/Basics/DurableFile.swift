import Foundation

/// Writes files and their names to the disk, so that they survive a power failure. Each function returns the number of
/// the system's error, or 0.
package enum DurableFile {
    /// Waits until the content of a file is on the disk.
    package static func synchronize(_ path: String) -> Int32 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno }
        defer { close(file) }
        return fsync(file) == 0 ? 0 : errno
    }

    /// Waits until the name of a file or directory is on the disk. Otherwise, a power failure could remove a new file, or
    /// restore its former version, although the new content was written.
    ///
    /// Does nothing if the directory can't be read, or if its file system doesn't support this.
    package static func synchronizeName(of path: String) -> Int32 {
        let directory = (path as NSString).deletingLastPathComponent
        let file = open(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return [EACCES, EPERM].contains(errno) ? 0 : errno }
        defer { close(file) }
        return fsync(file) == 0 || [EINVAL, ENOTSUP, EROFS].contains(errno) ? 0 : errno
    }

    /// Gives a file its final name. A file that has this name by now isn't replaced, unlike with `rename`: the result is
    /// `EEXIST`.
    package static func move(_ path: String, to target: String) -> Int32 {
        if link(path, target) == 0 {
            unlink(path)
            return 0
        }
        // FAT, the file system of most USB sticks, has no hard links. There, an empty file reserves the name first.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return errno }
        let reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard reserved >= 0 else { return errno }
        close(reserved)
        if rename(path, target) == 0 { return 0 }
        let code = errno
        unlink(target)
        return code
    }
}

import Basics
import Foundation
import Glibc
import Localization

/// A file that is written atomically: readers see the old file or the complete new one.
public enum OutputFile {
    /// Writes bytes to a temporary file beside the path and gives that file the final name. Only the user can
    /// read the file. Devices and pipes are written in place.
    ///
    /// - Parameters:
    ///   - bytes: The new content of the file.
    ///   - path: The path as the user wrote it, for errors.
    ///   - absolutePath: The absolute path.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: ``FileError``, and `CancellationError` if the user stops waiting for the reader of a pipe.
    public static func write(
        _ bytes: [UInt8], path: String, absolutePath: String, replacing: Bool
    ) throws {
        var status = stat()
        if lstat(absolutePath, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw FileError.isDirectory(path: path) }
            if !replacing { throw FileError.exists(path: path) }
            // Write to devices and pipes instead of replacing them.
            if status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFLNK {
                let isPipe = status.st_mode & S_IFMT == S_IFIFO
                let descriptor = try openInPlace(absolutePath, isPipe: isPipe, path: path)
                defer { close(descriptor) }
                try writeAll(bytes, to: descriptor, path: path)
                return
            }
        }
        let new = try TemporaryFile(for: absolutePath, shown: path)
        // Closing the descriptor releases the lock, which isn't needed once the file has its final name.
        defer { close(new.descriptor) }
        do {
            try writeAll(bytes, to: new.descriptor, path: path)
            guard fsync(new.descriptor) == 0 else { throw FileError.unwritable(path: path, .last) }
            guard rename(new.path, absolutePath) == 0 else { throw FileError.unwritable(path: path, .last) }
        } catch {
            unlink(new.path)
            throw error
        }
        try DurableFile.synchronizeName(of: absolutePath, shown: path)
    }

    /// Opens a device or a pipe. A pipe can only be opened when it has a reader.
    private static func openInPlace(_ absolutePath: String, isPipe: Bool, path: String) throws -> Int32 {
        while true {
            let descriptor = open(absolutePath, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            guard isPipe && errno == ENXIO || errno == EINTR else {
                throw FileError.unwritable(path: path, .last)
            }
            try CancellablePoll.pause()
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        let failure = try Descriptors.writeAll(bytes, to: descriptor) {
            try CancellablePoll.waitUntilReady(descriptor, for: POLLOUT)
        }
        if failure != 0 { throw FileError.unwritable(path: path, SystemFailure(failure)) }
    }
}

/// A temporary file beside the file that it will replace. The temporary file has a hidden name and is locked
/// as long as its program runs.
///
/// If the program is killed, the system releases the lock. The file is then removed when the same target is
/// written again, or when the program that owns the directory starts.
struct TemporaryFile {
    let path: String
    let descriptor: Int32

    private static let ending = ".new"

    /// Creates an empty file that only the user can read, and removes abandoned temporary files of the same
    /// target.
    ///
    /// - Parameters:
    ///   - target: The absolute path of the file to replace.
    ///   - shown: The path that errors show.
    init(for target: String, shown: String) throws(FileError) {
        ClaimedFile.removeStale(for: target, ending: Self.ending)
        // On a file system without locks, no process can lock the file. Therefore no process removes it as
        // abandoned, and this one continues without a lock.
        guard let file = ClaimedFile.make(for: target, ending: Self.ending) else {
            throw FileError.unwritable(path: shown, .last)
        }
        (path, descriptor) = file
    }

    /// Removes temporary files of killed programs from a directory.
    static func removeStale(in directory: String) {
        ClaimedFile.removeStale(in: directory, ending: ending)
    }
}

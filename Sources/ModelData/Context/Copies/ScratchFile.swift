import Basics
import Foundation

/// A temporary file in which a store is created. When the store is complete, the file gets its final name.
/// Otherwise, the file and its companion files are deleted with this object.
package final class ScratchFile {
    package let path: String
    /// The descriptor whose lock shows other processes that the file is in use.
    private let descriptor: Int32

    /// Creates an empty file beside another one. Its name is unpredictable, and only its owner can read it.
    /// Stale files of killed processes are deleted.
    ///
    /// - Throws: ``ModelDataError`` if the file can't be created.
    package init(beside other: String) throws {
        let directory = (other as NSString).deletingLastPathComponent
        try StoreFile.createDirectory(directory)
        IncompleteFile.removeStale(beside: other)
        (path, descriptor) = try IncompleteFile.make(
            in: directory, for: (other as NSString).lastPathComponent)
    }

    deinit {
        // After `move`, only the companion files are left.
        StoreFile.remove(path)
        OpenStores.closeWhenUnused(descriptor)
    }

    /// Gives the file its final name, and waits until the name is on the disk.
    ///
    /// - Parameters:
    ///   - target: The final name.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, or another ``ModelDataError`` if the file can't be
    ///   moved.
    package func move(to target: String, replacing: Bool) throws {
        if replacing {
            try StoreFile.synchronize(path)
            guard rename(path, target) == 0 else { throw StoreFile.failure(errno, path: target) }
            try StoreFile.synchronize((target as NSString).deletingLastPathComponent)
        } else {
            try StoreFile.move(path, to: target)
        }
    }
}

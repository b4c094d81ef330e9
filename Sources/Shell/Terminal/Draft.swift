import Basics
import Foundation
import Glibc

/// A text that the user edits in their editor. The text is in a file that has its own private directory. A
/// lock on the directory is held as long as the program or the editor runs.
final class Draft {
    /// The path of the file that the editor opens.
    let path: String
    /// The descriptor that holds the lock; the editor inherits it.
    let lock: Int32
    /// The text that the command got, if the editor succeeded.
    var edited: String?

    private let directory: String

    /// The prefix of the names of draft directories.
    static let namePrefix = "draft-"
    /// The prefix of the names of directories whose texts are kept because no command has saved them.
    private static let keptNamePrefix = "unsaved-"
    private static let name = "text.txt"
    private static let original = ".original"

    /// Creates a file for the editor.
    ///
    /// - Parameters:
    ///   - text: The initial text.
    ///   - isNew: Whether the user typed the text and it isn't saved yet. If so, the text is kept even if the
    ///     user doesn't change it in the editor.
    ///   - parent: The directory in which the text's own directory is created.
    /// - Throws: ``FileError``.
    init(_ text: String, isNew: Bool = false, in parent: String) throws {
        while true {
            var template = Array("\(parent)/\(Self.namePrefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw FileError.unwritable(path: "\(parent)/\(Self.name)", .last)
            }
            let made = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
            guard let made else { throw FileError.unwritable(path: parent, .last) }
            // The umask may have cleared permission bits.
            chmod(made, 0o700)
            if let lock = Self.lock(made, needed: false) {
                (directory, self.lock) = (made, lock)
                break
            }
            // Another process may have removed the directory as abandoned before this process locked it. In
            // that case, create another directory.
            let failure = SystemFailure.last
            if failure.number != EWOULDBLOCK && failure.number != ENOENT {
                rmdir(made)
                throw FileError.unwritable(path: made, failure)
            }
        }
        path = "\(directory)/\(Self.name)"
        // A text for the editor gets one additional line end, which is removed after editing. A text that
        // isn't opened in the editor, but only kept for the user, gets a line end only if it doesn't end with
        // one.
        let isEnded = isNew && text.utf8.last == .lineFeed
        let bytes = Array(text.utf8) + (isEnded ? [] : [.lineFeed])
        do {
            // Write the file under another name and rename it. If the program is killed meanwhile, the file
            // is either complete or missing.
            if !isNew { try PrivateFile.create("\(directory)/\(Self.original)", with: bytes) }
            try PrivateFile.create("\(path).new", with: bytes)
            guard rename("\(path).new", path) == 0 else { throw FileError.unwritable(path: path, .last) }
            try DurableFile.synchronizeName(of: directory, shown: path)
        } catch {
            remove()
            throw error
        }
    }

    /// Opens a draft whose program was killed; `nil` if the program or the editor is still running.
    init?(abandonedAt directory: String) {
        guard let lock = Self.lock(directory, needed: true) else { return nil }
        (self.directory, self.lock) = (directory, lock)
        path = "\(directory)/\(Self.name)"
    }

    deinit {
        close(lock)
    }

    /// Returns the current text.
    ///
    /// - Throws: ``FileError``.
    func read() throws -> [UInt8] {
        try InputFile(path: path, relativeTo: directory).readToEnd()
    }

    /// Whether the text isn't blank and differs from the original; also `true` if the file can't be read.
    private var hasNewText: Bool {
        do {
            let text = try read()
            if text.allSatisfy(\.isBlank) { return false }
            return Data(text) != FileManager.default.contents(atPath: "\(directory)/\(Self.original)")
        } catch {
            return error as? FileError != .missing(path: path)
        }
    }

    /// Whether a killed editor has left its own files with unsaved text. If the directory can't be read, the
    /// result is `true`.
    private var hasEditorFiles: Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            return access(directory, F_OK) == 0 || errno != ENOENT
        }
        return !Set(names).isSubset(of: [Self.name, Self.original, "\(Self.name).new"])
    }

    /// Keeps the text also if the user doesn't change it, because it isn't saved elsewhere.
    func keepUnchanged() { unlink("\(directory)/\(Self.original)") }

    /// Whether the directory contains text that the user wrote. If the editor failed, the text may be in the
    /// editor's own files.
    private var isWorthKeeping: Bool { hasNewText || (edited == nil && hasEditorFiles) }

    /// Removes the directory with the text and the editor's files.
    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Keeps the text for the user if it is the only copy; otherwise removes it.
    ///
    /// - Returns: The path of the file if it is kept.
    func keep() -> String? {
        removeUnlessWorthKeeping() ? renamed() : nil
    }

    /// Removes the draft if it contains no text that the user wrote. Returns whether the draft is kept.
    func removeUnlessWorthKeeping() -> Bool {
        if isWorthKeeping { return true }
        remove()
        return false
    }

    /// Renames the directory, so that the text is reported to the user only once. Returns the path of the
    /// file.
    func renamed() -> String {
        let parent = (directory as NSString).deletingLastPathComponent
        let ending = (directory as NSString).lastPathComponent.dropFirst(Self.namePrefix.count)
        let kept = "\(parent)/\(Self.keptNamePrefix)\(ending)"
        // If renaming fails, report the current path.
        return rename(directory, kept) == 0 ? "\(kept)/\(Self.name)" : path
    }

    /// Opens and locks a directory that belongs to the user. Returns `nil` if another process holds the lock
    /// or the directory is gone.
    ///
    /// - Parameter needed: Whether a lock is required. If so, the result is also `nil` on a file system
    ///   without locks. The caller then removes nothing.
    private static func lock(_ directory: String, needed: Bool) -> Int32? {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        let isTaken = !isLocked && (needed || errno == EWOULDBLOCK)
        var (opened, found) = (stat(), stat())
        guard !isTaken, fstat(descriptor, &opened) == 0, lstat(directory, &found) == 0,
            opened.st_ino == found.st_ino, opened.st_uid == geteuid()
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

import Foundation
import Glibc

/// A text while a person writes it in their editor: a file in a private directory of its own, which is locked for as
/// long as the program or the editor lives.
final class Draft {
    /// The file that the editor gets.
    let path: String
    /// What holds the lock; the editor inherits it.
    let lock: Int32
    /// Whether the editor ended well, so that the command has the text.
    var isTaken = false

    private let directory: String

    /// How the names of such directories begin.
    static let start = "draft-"
    /// How they begin when the text is kept for the person.
    private static let keptStart = "unsaved-"
    private static let name = "text.txt"
    private static let original = ".original"

    /// Writes a text for the editor.
    ///
    /// - Parameters:
    ///   - text: The text as it is.
    ///   - isNew: Whether the person has written it already, so that it is kept also where it stays as it is.
    ///   - parent: A directory in which one for the text is made.
    init(_ text: String, isNew: Bool = false, in parent: String) throws {
        while true {
            var template = Array("\(parent)/\(Self.start)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw FileError.unwritable(path: "\(parent)/\(Self.name)", .last)
            }
            let made = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
            guard let made else { throw FileError.unwritable(path: parent, .last) }
            // The umask may have taken bits away.
            chmod(made, 0o700)
            if let lock = Self.lock(made, needed: false) {
                (directory, self.lock) = (made, lock)
                break
            }
            // Another process may have taken it for a stale one in the moment before the lock, and removed it.
            let failure = SystemFailure.last
            if failure.number != EWOULDBLOCK && failure.number != ENOENT {
                rmdir(made)
                throw FileError.unwritable(path: made, failure)
            }
        }
        path = "\(directory)/\(Self.name)"
        // The editor gets one line end more than the text has, and the one is taken away again. What is for the person
        // alone needs none where it has one.
        let isEnded = isNew && text.utf8.last == .lineFeed
        let bytes = Array(text.utf8) + (isEnded ? [] : [.lineFeed])
        do {
            // Where the program is killed before the editor begins, the file is whole or isn't there.
            if !isNew { try PrivateFile.create("\(directory)/\(Self.original)", with: bytes) }
            try PrivateFile.create("\(path).new", with: bytes)
            guard rename("\(path).new", path) == 0 else { throw FileError.unwritable(path: path, .last) }
            try DirectoryNames.synchronize(of: directory, shown: path)
        } catch {
            remove()
            throw error
        }
    }

    /// One that was left by a program which was killed, and by an editor that has ended; nil where one of them lives.
    init?(leftAt directory: String) {
        guard let lock = Self.lock(directory, needed: true) else { return nil }
        (self.directory, self.lock) = (directory, lock)
        path = "\(directory)/\(Self.name)"
    }

    deinit {
        close(lock)
    }

    /// The text as it is now. Throws ``FileError``.
    func read() throws -> [UInt8] {
        try InputFile(path: path, relativeTo: directory).readToEnd()
    }

    /// Whether the person has written a text that isn't the one that was there, and not blank; also where nobody can tell,
    /// since the file can't be read.
    private var hasNewText: Bool {
        do {
            let text = try read()
            if text.allSatisfy(\.isBlank) { return false }
            return Data(text) != FileManager.default.contents(atPath: "\(directory)/\(Self.original)")
        } catch {
            return error as? FileError != .missing(path: path)
        }
    }

    /// Whether an editor that was killed left a file of its own, by which it can restore what wasn't written yet; also
    /// where nobody can tell.
    private var hasFilesOfEditor: Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            return access(directory, F_OK) == 0 || errno != ENOENT
        }
        return !Set(names).isSubset(of: [Self.name, Self.original, "\(Self.name).new"])
    }

    /// Whether something of the person's is in it. Where the editor didn't end well, that may be a file of its own.
    private var isWorthKeeping: Bool { hasNewText || (!isTaken && hasFilesOfEditor) }

    /// Takes it away, with what the editor left beside the text.
    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Keeps the text for the person where nobody else has it, and takes it away otherwise.
    ///
    /// - Returns: The file, where it is kept.
    func keep() -> String? {
        removeUnlessWritten() ? renamed() : nil
    }

    /// Takes it away where nothing of the person's is in it; whether something is.
    func removeUnlessWritten() -> Bool {
        if isWorthKeeping { return true }
        remove()
        return false
    }

    /// Gives it another name, so that the person is told of it once; returns the file.
    func renamed() -> String {
        let parent = (directory as NSString).deletingLastPathComponent
        let ending = (directory as NSString).lastPathComponent.dropFirst(Self.start.count)
        let kept = "\(parent)/\(Self.keptStart)\(ending)"
        // What can't be renamed is told of where it is.
        return rename(directory, kept) == 0 ? "\(kept)/\(Self.name)" : path
    }

    /// Opens a directory of the user's own, and locks it; nil where somebody else has it locked, or it is gone.
    ///
    /// - Parameter needed: Whether it is nil too where the file system knows no locks: nothing is taken away there.
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
    /// Whether it is white space.
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

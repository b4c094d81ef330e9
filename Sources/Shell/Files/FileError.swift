import Foundation
import Localization

/// The error of a file that the user named and that can't be read or written.
public enum FileError: PresentableError, Hashable {
    /// There is no file at the path.
    case missing(path: String)
    /// The path is a directory.
    case isDirectory(path: String)
    /// The path is `-`, but a file is needed.
    case dash(DashUse)
    /// The path leads to something other than a regular file, such as a device.
    case notOrdinary(path: String)
    /// The file can't be opened or read.
    case unreadable(path: String, SystemFailure)
    /// The file is empty.
    case empty(path: String)
    /// The file is not text.
    case binary(path: String)
    /// The file's text is UTF-16 or UTF-32.
    case notUTF8(path: String)
    /// The file can't be written.
    case unwritable(path: String, SystemFailure)
    /// The file already exists.
    case exists(path: String)
    /// The file name extension is not that of a known format.
    case unknownFormat(path: String, known: [String])

    /// The meaning that `-` would have if the command accepted it.
    public enum DashUse: Hashable, Sendable {
        /// Standard input, which can be read as `/dev/stdin`.
        case reading
        /// Standard output.
        case writing
        /// Neither standard input nor standard output: the command needs a file.
        case neither
    }

    /// Rejects the path `-`, which means standard input or output in other programs.
    ///
    /// - Parameters:
    ///   - path: The path that the user wrote.
    ///   - use: The meaning that `-` would have if the command accepted it.
    ///
    /// - Throws: ``FileError/dash(_:)``.
    public static func refuseDash(_ path: String, _ use: DashUse) throws(FileError) {
        if path == "-" { throw .dash(use) }
    }

    /// The problem and the file, as a sentence.
    public var problem: LocalizedText {
        switch self {
        case .missing(let path): text("There is no file “%@”.", path)
        case .isDirectory(let path): text("“%@” is a directory, not a file.", path)
        case .dash(.writing): text("Standard output has no name that tells the format.")
        case .dash: text("“-” doesn't mean standard input or standard output here.")
        case .notOrdinary(let path): text("“%@” is not a regular file.", path)
        case .unreadable(let path, let failure): text("“%@” can't be read: %@.", path, failure.reason)
        case .empty(let path): text("The file “%@” is empty.", path)
        case .binary(let path): text("“%@” is not a text file.", path)
        case .notUTF8(let path): text("“%@” is not in the UTF-8 encoding.", path)
        case .unwritable(let path, let failure) where failure.number == ENOENT:
            text("“%1$@” can't be written: there is no directory “%2$@”.", path, Self.directory(of: path))
        case .unwritable(let path, let failure): text("“%@” can't be written: %@.", path, failure.reason)
        case .exists(let path): text("The file “%@” already exists.", path)
        case .unknownFormat(let path, _): text("The format can't be determined from the name “%@”.", path)
        }
    }

    /// The advice for the user, if there is any.
    public var remedy: LocalizedText? {
        switch self {
        case .missing: text("Check the path; Tab completes it.")
        case .isDirectory: text("Give the path of a file in it.")
        case .dash(.reading):
            text("For standard input, write “/dev/stdin”. For a file named “-”, write “./-”.")
        case .dash(.writing):
            text("Name the format with --as, such as --as json. For a file named “-”, write “./-”.")
        case .dash(.neither): text("Give the path of a file. For a file named “-”, write “./-”.")
        case .unreadable(_, let failure) where failure.number == EACCES:
            text("Allow yourself to read the file, or give another one.")
        case .unreadable: nil
        case .empty: text("Export it again from the program that it came from.")
        case .binary: text("Give a file in a format that can be imported.")
        case .notUTF8: text("Save it as UTF-8 and try again.")
        case .unwritable(_, let failure) where failure.number == ENOSPC:
            text("Free some space, or choose another location. Saved data is not lost.")
        case .unwritable(_, let failure) where failure.number == ENOENT:
            text("Create the directory first, or choose another location.")
        case .unwritable, .notOrdinary: text("Choose another location.")
        case .exists: text("Choose another name, or add --overwrite to replace it.")
        case .unknownFormat(_, let known):
            text("Use one of these file extensions: %@.", TextArgument.choice(known.map { .string($0) }))
        }
    }

    /// The system's error, if the system reported it.
    var systemFailure: SystemFailure? {
        switch self {
        case .missing: SystemFailure(ENOENT)
        case .isDirectory: SystemFailure(EISDIR)
        case .unreadable(_, let failure), .unwritable(_, let failure): failure
        default: nil
        }
    }

    /// Returns the directory of a path as the user wrote it.
    private static func directory(of path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let directory = path.dropLast(name.count)
        if directory.isEmpty { return "." }
        return directory.count == 1 ? String(directory) : String(directory.dropLast())
    }

    /// Returns the error of a file that can't be opened or read.
    ///
    /// - Parameters:
    ///   - path: The path that the user wrote.
    ///   - failure: The system's error.
    public static func reading(_ path: String, _ failure: SystemFailure) -> FileError {
        switch failure.number {
        case ENOENT: .missing(path: path)
        case EISDIR: .isDirectory(path: path)
        default: .unreadable(path: path, failure)
        }
    }

    /// Converts an error of Foundation; `nil` for errors that don't concern files.
    public init?(_ error: any Error) {
        guard let cocoa = error as? CocoaError else { return nil }
        let path = cocoa.filePath ?? cocoa.url?.path ?? ""
        if let underlying = cocoa.underlying as? POSIXError {
            self = .reading(path, SystemFailure(underlying.code.rawValue))
            return
        }
        switch cocoa.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: self = .missing(path: path)
        case .fileReadNoPermission: self = .unreadable(path: path, SystemFailure(EACCES))
        case .fileWriteNoPermission: self = .unwritable(path: path, SystemFailure(EACCES))
        case .fileWriteVolumeReadOnly: self = .unwritable(path: path, SystemFailure(EROFS))
        case .fileWriteOutOfSpace: self = .unwritable(path: path, SystemFailure(ENOSPC))
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding:
            self = .notUTF8(path: path)
        default: return nil
        }
    }

    /// The kind of failure, which determines the exit code.
    public var failure: FailureKind {
        switch self {
        case .unreadable(_, let failure) where failure.number == EIO: .inputOutput
        case .missing, .isDirectory, .unreadable: .inputMissing
        case .empty, .binary, .notUTF8: .badData
        case .unwritable, .notOrdinary: .inputOutput
        case .exists: .failed
        case .unknownFormat, .dash: .usage
        }
    }
}

/// A system call's error number with a localized reason.
public struct SystemFailure: Hashable, Sendable {
    /// The error number, as in `errno`.
    public let number: Int32

    /// Creates a failure from an error number.
    public init(_ number: Int32) {
        self.number = number
    }

    /// The failure of the last system call on this thread.
    public static var last: SystemFailure { SystemFailure(errno) }

    /// The reason as a clause without a full stop. The system's own messages exist only in English.
    public var reason: LocalizedText {
        switch number {
        case ENOENT: text("there is no such file")
        case EACCES, EPERM: text("permission is denied")
        case EISDIR: text("it is a directory")
        case ENOTDIR: text("a part of the path is not a directory")
        case ENOSPC: text("the disk is full")
        case EDQUOT: text("the disk quota is used up")
        case EROFS: text("the file system is read-only")
        case EIO: text("the device reported an input/output error")
        case EMFILE, ENFILE: text("too many files are open")
        case ENAMETOOLONG: text("the name is too long")
        case ELOOP: text("the symbolic links form a loop")
        case EFBIG: text("the file would be too large")
        case ENXIO, ENODEV: text("there is no such device")
        case EADDRINUSE: text("the address is in use")
        case EADDRNOTAVAIL: text("this machine has no such address")
        case EBADF: text("the stream is closed")
        default: text("the system reported error %lld", Int(number))
        }
    }
}

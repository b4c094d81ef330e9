import Foundation
import Localization

/// Why a file that a person named can't be read or written.
public enum FileError: PresentableError, Hashable {
    /// There is no file at the path.
    case missing(path: String)
    /// The path is a directory.
    case isDirectory(path: String)
    /// `-` stands where the path of a file is needed.
    case dash(DashUse)
    /// Something stands at the path that no file may take the place of, such as a device.
    case notOrdinary(path: String)
    /// The file can't be opened or read.
    case unreadable(path: String, SystemFailure)
    /// The file holds nothing.
    case empty(path: String)
    /// The file is not text.
    case binary(path: String)
    /// The file's text is UTF-16 or UTF-32.
    case notUTF8(path: String)
    /// The file can't be written.
    case unwritable(path: String, SystemFailure)
    /// There is a file at the path already.
    case exists(path: String)
    /// The ending of the file's name is not one of the known formats.
    case unknownFormat(path: String, known: [String])

    /// What `-` would stand for, where a command took it for a stream.
    public enum DashUse: Hashable, Sendable {
        /// Standard input, which has a path that can be read.
        case reading
        /// Standard output, which other commands write to.
        case writing
        /// Neither: the command needs a file.
        case neither
    }

    /// Refuses the path `-`, which other programs take for standard input or output.
    ///
    /// - Throws: ``FileError/dash(_:)``.
    public static func refuseDash(_ path: String, _ use: DashUse) throws(FileError) {
        if path == "-" { throw .dash(use) }
    }

    /// What was wrong with which file.
    public var problem: LocalizedText {
        switch self {
        case .missing(let path): text("There is no file “%@”.", path)
        case .isDirectory(let path): text("“%@” is a directory, not a file.", path)
        case .dash: text("Here “-” stands for neither standard input nor standard output.")
        case .notOrdinary(let path): text("“%@” is no ordinary file.", path)
        case .unreadable(let path, let failure): text("“%@” can't be read: %@.", path, failure.reason)
        case .empty(let path): text("The file “%@” is empty.", path)
        case .binary(let path): text("“%@” is not a text file.", path)
        case .notUTF8(let path): text("“%@” is not in the UTF-8 encoding.", path)
        case .unwritable(let path, let failure) where failure.number == ENOENT:
            text("“%1$@” can't be written: there is no directory “%2$@”.", path, Self.directory(of: path))
        case .unwritable(let path, let failure): text("“%@” can't be written: %@.", path, failure.reason)
        case .exists(let path): text("There is a file “%@” already.", path)
        case .unknownFormat(let path, _): text("The name “%@” doesn't tell the format.", path)
        }
    }

    /// What to do about it.
    public var remedy: LocalizedText? {
        switch self {
        case .missing: text("Check the path; Tab completes it.")
        case .isDirectory: text("Give the path of a file in it.")
        case .dash(.reading): text("Standard input is “/dev/stdin”, and a file of this name is “./-”.")
        case .dash(.writing):
            text(
                "Give the name of a file; what a command shows goes to standard output, with --json or --csv for programs."
            )
        case .dash(.neither): text("Give the path of a file; one of this name is “./-”.")
        case .unreadable(_, let failure) where failure.number == EACCES:
            text("Make the file readable for you, or give another one.")
        case .unreadable: nil
        case .empty: text("Export it again where it came from.")
        case .binary: text("Give a file of one of the formats that can be imported.")
        case .notUTF8: text("Save it as UTF-8 and try again.")
        case .unwritable(_, let failure) where failure.number == ENOSPC:
            text("Free some space, or choose another place. Nothing that was saved is lost.")
        case .unwritable(_, let failure) where failure.number == ENOENT:
            text("Make the directory first, or choose another place.")
        case .unwritable, .notOrdinary: text("Choose another place.")
        case .exists: text("Choose another name, or add --overwrite to replace it.")
        case .unknownFormat(_, let known):
            text("Give it one of these endings: %@.", TextArgument.choice(known.map { .string($0) }))
        }
    }

    /// What the system said, where it was the system.
    var systemFailure: SystemFailure? {
        switch self {
        case .missing: SystemFailure(ENOENT)
        case .isDirectory: SystemFailure(EISDIR)
        case .unreadable(_, let failure), .unwritable(_, let failure): failure
        default: nil
        }
    }

    /// The directory of a path, as the person wrote it.
    private static func directory(of path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let directory = path.dropLast(name.count)
        if directory.isEmpty { return "." }
        return directory.count == 1 ? String(directory) : String(directory.dropLast())
    }

    /// The error of a file that can't be opened or read, for one of the system's error numbers.
    public static func reading(_ path: String, _ failure: SystemFailure) -> FileError {
        switch failure.number {
        case ENOENT: .missing(path: path)
        case EISDIR: .isDirectory(path: path)
        default: .unreadable(path: path, failure)
        }
    }

    /// The error that Foundation reports in its own way, or `nil` where it is about something else.
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

    /// The exit code's kind.
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

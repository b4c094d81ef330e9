import Foundation
import Localization

/// A file or a stream that can't be read or written, by its path or its name.
public enum FileError: Error, Hashable {
    /// There is no such file or directory.
    case notFound(String)
    /// The file may not be read or written by this user.
    case notPermitted(String)
    /// A directory stands where a file is needed.
    case isDirectory(String)
    /// The directory or the file system can only be read.
    case readOnly(String)
    /// The disk is full.
    case noSpace(String)
    /// The file is not text in UTF-8.
    case notText(String)
    /// The system's own word for another reason, such as “Input/output error”.
    case failed(String, reason: String)

    /// The error for one of the system's error numbers.
    ///
    /// - Parameters:
    ///   - code: The number, as `errno` has it.
    ///   - name: The file's path, or the stream's name.
    public init(code: Int32, name: String) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .notFound(name)
            case EACCES, EPERM: .notPermitted(name)
            case EISDIR: .isDirectory(name)
            case EROFS: .readOnly(name)
            case ENOSPC, EDQUOT: .noSpace(name)
            default: .failed(name, reason: String(cString: strerror(code)))
            }
    }

    /// The error that Foundation reports in its own way, or `nil` where it is about something else.
    public init?(_ error: any Error) {
        if let posix = error as? POSIXError {
            self.init(code: posix.code.rawValue, name: "")
            return
        }
        guard let cocoa = error as? CocoaError else { return nil }
        let name = cocoa.filePath ?? cocoa.url?.path ?? ""
        if let underlying = cocoa.underlying as? POSIXError {
            self.init(code: underlying.code.rawValue, name: name)
            return
        }
        switch cocoa.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: self = .notFound(name)
        case .fileReadNoPermission, .fileWriteNoPermission: self = .notPermitted(name)
        case .fileWriteVolumeReadOnly: self = .readOnly(name)
        case .fileWriteOutOfSpace: self = .noSpace(name)
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding:
            self = .notText(name)
        default: return nil
        }
    }
}

extension FileError: PresentableError {
    /// Names the file.
    public var problem: LocalizedText {
        switch self {
        case .notFound(let name): text("There is no file %@.", name)
        case .notPermitted(let name): text("You have no permission to use %@.", name)
        case .isDirectory(let name): text("%@ is a directory, not a file.", name)
        case .readOnly(let name): text("%@ can only be read, not written.", name)
        case .noSpace(let name): text("The disk is full: %@ could not be written.", name)
        case .notText(let name): text("%@ is not a text file in UTF-8.", name)
        case .failed(let name, let reason): text("%1$@ could not be read or written: %2$@.", name, reason)
        }
    }

    /// What is missing, what is wrong in itself, or what failed.
    public var failure: FailureKind {
        switch self {
        case .notFound, .notPermitted, .isDirectory: .inputMissing
        case .notText: .badData
        case .readOnly, .noSpace, .failed: .inputOutput
        }
    }
}

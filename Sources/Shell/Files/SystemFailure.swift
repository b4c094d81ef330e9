import Foundation
import Localization

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

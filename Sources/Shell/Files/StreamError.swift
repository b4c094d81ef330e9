import Foundation
import Localization

/// A failure to read or write a standard stream, with the system's error number.
public enum StreamError: Error, Hashable {
    /// Standard input can't be read.
    case reading(Int32)
    /// Standard output can't be written.
    case writing(Int32)

    /// The system's error.
    var systemFailure: SystemFailure { SystemFailure(code) }

    /// The system's error number, as in `errno`.
    public var code: Int32 {
        switch self {
        case .reading(let code), .writing(let code): code
        }
    }
}

extension StreamError: PresentableError {
    /// The stream and the reason, as a sentence.
    public var problem: LocalizedText {
        switch self {
        case .writing(let code):
            text("The output could not be written: %@.", SystemFailure(code).reason)
        case .reading(let code):
            text("The input could not be read: %@.", SystemFailure(code).reason)
        }
    }

    /// A remedy, if there is one.
    public var remedy: LocalizedText? {
        switch self {
        case .writing(EBADF):
            text("Redirect it to a terminal, a pipe or a file; /dev/null discards it.")
        case .writing(ENOSPC), .writing(EDQUOT):
            text("Free some space, or choose another location. Saved data is not lost.")
        case .reading(EBADF): text("Redirect it from a terminal, a pipe or a file.")
        default: nil
        }
    }

    /// The kind of failure. If the script's path is a directory, it is missing input; otherwise, it is an
    /// input/output error.
    public var failure: FailureKind {
        self == .reading(EISDIR) ? .inputMissing : .inputOutput
    }
}

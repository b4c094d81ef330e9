import Foundation
import Localization

/// A standard stream that can't be read or written, for one of the system's error numbers.
public enum StreamError: Error, Hashable {
    /// Standard input can't be read.
    case reading(Int32)
    /// Standard output can't be written.
    case writing(Int32)

    /// The system's reason.
    var systemFailure: SystemFailure { SystemFailure(code) }

    /// The system's number for the reason, as `errno` has it.
    public var code: Int32 {
        switch self {
        case .reading(let code), .writing(let code): code
        }
    }
}

extension StreamError: PresentableError {
    /// Names the stream and the reason.
    public var problem: LocalizedText {
        switch self {
        case .writing(let code):
            text("The output could not be written: %@.", SystemFailure(code).reason)
        case .reading(let code):
            text("The input could not be read: %@.", SystemFailure(code).reason)
        }
    }

    /// What to do where the reason is the stream itself.
    public var remedy: LocalizedText? {
        switch self {
        case .writing(EBADF):
            text("Let it go to a terminal, a pipe or a file; /dev/null takes what nobody reads.")
        case .writing(ENOSPC), .writing(EDQUOT):
            text("Free some space, or choose another place. Nothing that was saved is lost.")
        case .reading(EBADF): text("Let it come from a terminal, a pipe or a file.")
        default: nil
        }
    }

    /// A matter of input and output, unless a directory stands where a script should.
    public var failure: FailureKind {
        self == .reading(EISDIR) ? .inputMissing : .inputOutput
    }
}

/// An error for the user: the problem and its remedy.
public protocol PresentableError: Error {
    /// The problem, as a sentence with the affected value or file.
    var problem: LocalizedText { get }
    /// The remedy, as a sentence; `nil` if there is none.
    var remedy: LocalizedText? { get }
    /// A technical description for support, which isn't localized; `nil` if ``problem`` is sufficient.
    var technicalDescription: String? { get }
    /// The kind of failure, which determines the exit code.
    var failure: FailureKind { get }
}

extension PresentableError {
    /// No remedy by default.
    public var remedy: LocalizedText? { nil }
    /// No technical description by default.
    public var technicalDescription: String? { nil }
    /// By default, the kind of failure is ``FailureKind/failed``.
    public var failure: FailureKind { .failed }
}

/// A kind of failure. The raw value is the exit code, as in BSD's `sysexits`.
public enum FailureKind: Int32, Sendable {
    /// The command failed.
    case failed = 1
    /// The command line is invalid (`EX_USAGE`).
    case usage = 64
    /// The content of the input is invalid (`EX_DATAERR`).
    case badData = 65
    /// The input is missing or can't be read (`EX_NOINPUT`).
    case inputMissing = 66
    /// Reading or writing failed (`EX_IOERR`).
    case inputOutput = 74
    /// The reader of the output closed the pipe before a script was finished (128 + `SIGPIPE`).
    case brokenPipe = 141
}

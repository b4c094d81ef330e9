/// An error that a person sees: what was wrong, and what can be done.
public protocol PresentableError: Error {
    /// What was wrong, as a sentence that names the thing.
    var problem: LocalizedText { get }
    /// What the person can do, as a sentence, where there is something to say.
    var remedy: LocalizedText? { get }
    /// What whoever looks after the program should know, in the words of the library that it comes from, which are
    /// nobody's language; `nil` where the problem says everything.
    var technicalDescription: String? { get }
    /// The kind of failure, which decides on a process's exit code.
    var failure: FailureKind { get }
}

extension PresentableError {
    /// No advice, unless the error has some.
    public var remedy: LocalizedText? { nil }
    /// Nothing more to know, unless the error says otherwise.
    public var technicalDescription: String? { nil }
    /// The command failed, unless the error says otherwise.
    public var failure: FailureKind { .failed }
}

/// Kinds of failure; the raw value is the process's exit code, as in BSD's `sysexits`.
public enum FailureKind: Int32, Sendable {
    /// The command failed.
    case failed = 1
    /// The command was not understood (`EX_USAGE`).
    case usage = 64
    /// The input's contents are wrong (`EX_DATAERR`).
    case badData = 65
    /// The input is missing or can't be read (`EX_NOINPUT`).
    case inputMissing = 66
    /// Reading or writing failed (`EX_IOERR`).
    case inputOutput = 74
    /// Whoever read the output has gone before a script was at its end (128 + `SIGPIPE`).
    case readerGone = 141
}

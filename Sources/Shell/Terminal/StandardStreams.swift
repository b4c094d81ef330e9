import Foundation

/// The three streams of a process, and what is known of them; injected, so that tests run programs without a process.
public struct StandardStreams: Sendable {
    /// Whether a person types the input.
    public var isInputTerminal: Bool
    /// Whether a person sees the output.
    public var isOutputTerminal: Bool
    /// Whether a person sees the diagnostics.
    public var isErrorTerminal: Bool
    /// The columns of the terminal, or `nil` where there is none.
    public var width: @Sendable () -> Int?
    /// The lines of the terminal, or `nil` where there is none.
    public var height: @Sendable () -> Int?
    /// Shows bytes in a pager, where there is a terminal for one; whether it could be started.
    var page: (@Sendable ([UInt8], Pager) async throws -> Bool)?
    /// Reads the bytes that are there, at least one; `nil` at the end.
    public var read: @Sendable () async throws -> [UInt8]?
    /// Writes to standard output. Throws ``StreamError``, or ``ReaderGone`` when nobody reads any more.
    public var write: @Sendable ([UInt8]) throws -> Void
    /// Writes to standard error, as far as that is possible.
    public var writeDiagnostics: @Sendable ([UInt8]) -> Void

    /// Makes streams.
    public init(
        isInputTerminal: Bool, isOutputTerminal: Bool, isErrorTerminal: Bool,
        width: @escaping @Sendable () -> Int?, height: @escaping @Sendable () -> Int? = { nil },
        read: @escaping @Sendable () async throws -> [UInt8]?,
        write: @escaping @Sendable ([UInt8]) throws -> Void,
        writeDiagnostics: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.isInputTerminal = isInputTerminal
        self.isOutputTerminal = isOutputTerminal
        self.isErrorTerminal = isErrorTerminal
        self.width = width
        self.height = height
        self.read = read
        self.write = write
        self.writeDiagnostics = writeDiagnostics
    }
}

/// Whoever read the output has gone, as `head` does when it has seen enough. No error, but nothing more to do.
public struct ReaderGone: Error {
    /// Makes the error.
    public init() {}
}

extension StandardStreams {
    /// The streams of this process.
    static func ofProcess() -> StandardStreams {
        Descriptors.secure()
        var streams = StandardStreams(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            width: { Descriptors.terminalSize()?.columns }, height: { Descriptors.terminalSize()?.rows },
            read: { try await Descriptors.read(STDIN_FILENO) },
            write: { bytes in
                do {
                    try Descriptors.write(bytes, to: STDOUT_FILENO)
                } catch let error as StreamError where error.code == EPIPE {
                    throw ReaderGone()
                }
            },
            writeDiagnostics: { try? Descriptors.write($0, to: STDERR_FILENO) })
        streams.page = { try await $1.show($0) }
        return streams
    }
}

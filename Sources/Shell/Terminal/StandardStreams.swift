import Foundation

/// The standard streams of a process and their properties. A program gets its streams as a parameter, so that
/// tests can run programs without starting a process.
public struct StandardStreams: Sendable {
    /// Whether standard input is a terminal.
    public var isInputTerminal: Bool
    /// Whether standard output is a terminal.
    public var isOutputTerminal: Bool
    /// Whether standard error is a terminal.
    public var isErrorTerminal: Bool
    /// Returns the width of the terminal in columns; `nil` without a terminal.
    public var width: @Sendable () -> Int?
    /// Returns the height of the terminal in lines; `nil` without a terminal.
    public var height: @Sendable () -> Int?
    /// Shows bytes in a pager and returns whether the pager could be started. The function is `nil` without a
    /// terminal.
    var page: (@Sendable ([UInt8], Pager) async throws -> Bool)?
    /// Reads at least one byte; returns `nil` at the end. Throws ``StreamError``.
    public var read: @Sendable () async throws -> [UInt8]?
    /// Writes to standard output. Throws ``StreamError``, or ``BrokenPipeError`` if the reader has closed the
    /// pipe.
    public var write: @Sendable ([UInt8]) throws -> Void
    /// Writes to standard error and ignores failures.
    public var writeDiagnostics: @Sendable ([UInt8]) -> Void

    /// Creates streams.
    ///
    /// - Parameters:
    ///   - isInputTerminal: Whether standard input is a terminal.
    ///   - isOutputTerminal: Whether standard output is a terminal.
    ///   - isErrorTerminal: Whether standard error is a terminal.
    ///   - width: Returns the width of the terminal in columns.
    ///   - height: Returns the height of the terminal in lines.
    ///   - read: Reads at least one byte; returns `nil` at the end.
    ///   - write: Writes to standard output.
    ///   - writeDiagnostics: Writes to standard error.
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

/// The reader of the output has closed the pipe, as `head` does. This is not a failure, but further output is
/// useless.
public struct BrokenPipeError: Error {
    /// Creates the error.
    public init() {}
}

extension StandardStreams {
    /// Returns the streams of this process.
    static func ofProcess() -> StandardStreams {
        Descriptors.occupyClosedStandardStreams()
        var streams = StandardStreams(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            width: { Descriptors.terminalSize()?.columns }, height: { Descriptors.terminalSize()?.rows },
            read: { try await Descriptors.read(STDIN_FILENO) },
            write: { bytes in
                do {
                    try Descriptors.write(bytes, to: STDOUT_FILENO)
                } catch let error as StreamError where error.code == EPIPE {
                    throw BrokenPipeError()
                }
            },
            writeDiagnostics: { try? Descriptors.write($0, to: STDERR_FILENO) })
        streams.page = { try await $1.show($0) }
        return streams
    }
}

import Glibc

/// The result of a program that ran with pipes.
public struct ProcessResult: Sendable {
    /// The bytes of the program's standard output.
    public let outputBytes: [UInt8]
    /// The bytes of the program's standard error.
    public let errorBytes: [UInt8]
    /// How the program ended.
    public let status: ExitStatus

    /// The program's standard output as text.
    public var stdout: String { String(decoding: outputBytes, as: UTF8.self) }
    /// The program's standard error as text.
    public var stderr: String { String(decoding: errorBytes, as: UTF8.self) }
}

/// Runs a program with pipes as its standard streams, and waits until it has ended.
///
/// ```swift
/// let result = try run("/bin/cat", stdin: "hello")
/// result.stdout  // "hello"
/// ```
///
/// All streams are processed at the same time, so large texts don't block the program. After the timeout, the
/// program and its children are killed, and the error contains its output.
///
/// - Parameters:
///   - program: The program's path.
///   - arguments: The program's arguments.
///   - stdin: The program's complete standard input.
///   - environment: The program's complete environment; it inherits no variables.
///   - workingDirectory: The program's working directory. Default: the tests' working directory.
///   - timeout: The maximum time.
public func run(
    _ program: String, _ arguments: [String] = [], stdin: String = "",
    environment: [String: String] = [:], workingDirectory: String? = nil, timeout: Duration = usualTimeout
) throws -> ProcessResult {
    try run(
        program, arguments, input: Array(stdin.utf8), environment: environment,
        workingDirectory: workingDirectory, timeout: timeout)
}

/// Runs a program like ``run(_:_:stdin:environment:workingDirectory:timeout:)``, with bytes as input.
public func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8],
    environment: [String: String] = [:], workingDirectory: String? = nil, timeout: Duration = usualTimeout
) throws -> ProcessResult {
    ignoreBrokenPipes
    let inputPipe = try Descriptor.pipe()
    let output = try Descriptor.pipe()
    let error = try Descriptor.pipe()
    let child = try ChildProcess(
        program, arguments, environment: environment, workingDirectory: workingDirectory,
        streams: [
            .descriptor(inputPipe.reading.number), .descriptor(output.writing.number),
            .descriptor(error.writing.number),
        ])
    for end in [inputPipe.reading, output.writing, error.writing] { end.close() }
    var streams = PipeStreams(
        input: inputPipe.writing, toWrite: input[...], output: output.reading, error: error.reading)
    let deadline = Deadline(after: timeout)
    do {
        let status = try streams.serve(child, until: deadline)
        return ProcessResult(outputBytes: streams.outputBytes, errorBytes: streams.errorBytes, status: status)
    } catch {
        child.end()
        throw TestSupportError(
            """
            \(program) \(arguments.joined(separator: " ")): \(error)
            standard output: \(String(decoding: streams.outputBytes.suffix(2000), as: UTF8.self))
            standard error: \(String(decoding: streams.errorBytes.suffix(2000), as: UTF8.self))
            """)
    }
}

/// The parent's ends of a child's three pipes.
private struct PipeStreams {
    let input: Descriptor
    var toWrite: ArraySlice<UInt8>
    let output: Descriptor
    let error: Descriptor
    var outputBytes: [UInt8] = []
    var errorBytes: [UInt8] = []

    /// Transfers data until the child has ended and its output has been read.
    mutating func serve(_ child: ChildProcess, until deadline: Deadline) throws -> ExitStatus {
        for end in [input, output, error] { end.setNonBlocking() }
        if toWrite.isEmpty { input.close() }
        var status: ExitStatus?
        while true {
            // Don't wait for output that a surviving grandchild might still write.
            if let status, try !transfer(milliseconds: 0) { return status }
            if deadline.hasPassed {
                throw TestSupportError(
                    status == nil
                        ? "it took too long and was killed"
                        : "it has ended, and what it started writes on and on")
            }
            if status == nil {
                let isOpen = output.isOpen || error.isOpen
                _ = try transfer(milliseconds: deadline.milliseconds(atMost: isOpen ? 20 : 2))
                status = try child.status()
            }
        }
    }

    /// Transfers the available data within a time. Returns whether there was any.
    private mutating func transfer(milliseconds: Int32) throws -> Bool {
        var polled = [
            pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error.number, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return false }
        if polled[0].revents != 0 {
            switch try input.write(toWrite) {
            case .done(let count): toWrite = toWrite.dropFirst(count)
            case .ended: toWrite = []
            case .wouldBlock: break
            }
            if toWrite.isEmpty { input.close() }
        }
        var hasRead = false
        if polled[1].revents != 0 { hasRead = try Self.read(output, into: &outputBytes) || hasRead }
        if polled[2].revents != 0 { hasRead = try Self.read(error, into: &errorBytes) || hasRead }
        return hasRead
    }

    private static func read(_ end: Descriptor, into bytes: inout [UInt8]) throws -> Bool {
        switch try end.read(into: &bytes) {
        case .done: return true
        case .ended:
            end.close()
            return true
        case .wouldBlock: return false
        }
    }
}

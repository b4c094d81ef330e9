import Glibc

/// A program in a pseudo-terminal, controlled by a test.
///
/// ```swift
/// let terminal = try PseudoTerminal("/bin/cat")
/// try terminal.send("hello\r")
/// try terminal.expect("hello\nhello\n")
/// try terminal.send(.controlD)
/// #expect(try terminal.waitForExit() == .exited(0))
/// ```
///
/// The program leads a session, and this terminal is its controlling terminal. Ctrl-C interrupts the program,
/// and closing the terminal sends it SIGHUP. Ctrl-Z can't stop the program, because no shell could continue
/// it, but it stops programs that a shell starts in the terminal. The program is killed when the last
/// reference is released.
public final class PseudoTerminal {
    private let master: Descriptor
    private let child: ChildProcess
    private let commandLine: String
    private var status: ExitStatus?
    private var hasEnded = false
    private var text = TerminalText()
    private var position = 0

    /// All bytes that the program has written.
    public private(set) var rawOutput: [UInt8] = []

    /// Starts a program in a new terminal.
    ///
    /// - Parameters:
    ///   - program: The program's path.
    ///   - arguments: The program's arguments.
    ///   - environment: The program's complete environment; it inherits no variables.
    ///   - workingDirectory: The program's working directory. Default: the tests' working directory.
    ///   - columns: The terminal's width in columns.
    ///   - rows: The terminal's height in rows.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = ["TERM": "xterm"],
        workingDirectory: String? = nil, columns: Int = 80, rows: Int = 24
    ) throws {
        commandLine = ([program] + arguments).joined(separator: " ")
        let opened = try Self.open()
        master = opened.master
        try Self.setSize(of: master, columns: columns, rows: rows)
        child = try ChildProcess(
            program, arguments, environment: environment, workingDirectory: workingDirectory,
            streams: Array(repeating: .file(opened.slave, flags: O_RDWR), count: 3))
        master.setNonBlocking()
    }

    deinit { kill() }

    /// The program's output without escape sequences.
    public var output: String { String(decoding: text.bytes, as: UTF8.self) }

    /// The output after the last expected text.
    public var unread: String { String(decoding: text.bytes[position...], as: UTF8.self) }

    /// Types a text; `\r` is the Enter key.
    public func send(_ keys: String) throws {
        var rest = Array(keys.utf8)[...]
        let deadline = Deadline(after: usualTimeout)
        while !rest.isEmpty {
            switch try master.write(rest) {
            case .done(let count): rest = rest.dropFirst(count)
            case .ended: throw failure("the program has ended and reads “\(keys)” no more")
            case .wouldBlock:
                if deadline.hasPassed { throw failure("the program doesn't read “\(keys)”") }
                try receive(milliseconds: 10)
            }
        }
    }

    /// Types a key.
    public func send(_ key: TerminalKey) throws {
        try send(key.rawValue)
    }

    /// Types a line and Enter.
    public func sendLine(_ line: String) throws {
        try send(line + "\r")
    }

    /// Waits for a text after the last expected one, and returns the output between the two.
    @discardableResult
    public func expect(_ expected: String, timeout: Duration = usualTimeout) throws -> String {
        let expectedBytes = Array(expected.utf8)
        var searched = position
        return try wait(timeout, for: "“\(expected)”") {
            let range = firstRange(of: expectedBytes, from: searched)
            searched = max(position, text.bytes.count - expectedBytes.count + 1)
            return range
        }
    }

    /// Waits until the output ends with a prompt, and returns the output before it.
    @discardableResult
    public func expectPrompt(_ prompt: String = "> ", timeout: Duration = usualTimeout) throws -> String {
        let promptBytes = Array(prompt.utf8)
        return try wait(timeout, for: "the prompt “\(prompt)”") {
            let end = text.bytes.count
            let start = end - promptBytes.count
            guard start >= position, text.bytes[start...].elementsEqual(promptBytes) else { return nil }
            return start..<end
        }
    }

    /// Waits until the program has ended and its output has been read.
    public func waitForExit(timeout: Duration = usualTimeout) throws -> ExitStatus {
        let deadline = Deadline(after: timeout)
        while true {
            if let status {
                try readAvailableOutput(until: deadline)
                return status
            }
            if deadline.hasPassed { throw failure("it has not ended after \(timeout)") }
            if hasEnded {
                usleep(1000)
            } else {
                try receive(milliseconds: deadline.milliseconds(atMost: 10))
            }
            status = try child.status()
        }
    }

    /// Changes the terminal's size; the system tells the program with SIGWINCH.
    public func resize(columns: Int, rows: Int = 24) throws {
        try Self.setSize(of: master, columns: columns, rows: rows)
    }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) {
        if status == nil { Glibc.kill(child.pid, number) }
    }

    /// Reads all output that is available now.
    private func readAvailableOutput(until deadline: Deadline) throws {
        while !hasEnded, try receive(milliseconds: 0) {
            if deadline.hasPassed { throw failure("what it has started writes on and on") }
        }
    }

    /// Closes the terminal like a terminal window; the program gets SIGHUP.
    public func hangUp() {
        hasEnded = true
        master.close()
    }

    /// Kills the program and its children.
    public func kill() {
        if status == nil {
            child.end()
            status = .signalled(SIGKILL)
        }
        master.close()
        hasEnded = true
    }

    /// Opens a new pseudo-terminal: the test's side, and the path of the program's side.
    private static func open() throws -> (master: Descriptor, slave: String) {
        let master = Descriptor(Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        // These are the `ioctl` requests of `unlockpt` and `ptsname`, which the C header declares only for
        // GNU extensions.
        let setLock: UInt = 0x4004_5431
        let getNumber: UInt = 0x8004_5430
        var isLocked: Int32 = 0
        var number: Int32 = 0
        guard master.isOpen, ioctl(master.number, setLock, &isLocked) == 0,
            ioctl(master.number, getNumber, &number) == 0
        else { throw TestSupportError.system("opening a pseudo-terminal", errno) }
        return (master, "/dev/pts/\(number)")
    }

    private static func setSize(of master: Descriptor, columns: Int, rows: Int) throws {
        var size = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master.number, UInt(TIOCSWINSZ), &size) == 0 else {
            throw TestSupportError.system("setting the terminal's size", errno)
        }
    }

    private func wait(_ timeout: Duration, for what: String, _ find: () -> Range<Int>?) throws -> String {
        let deadline = Deadline(after: timeout)
        while true {
            if let range = find() {
                let before = text.bytes[position..<range.lowerBound]
                position = range.upperBound
                return String(decoding: before, as: UTF8.self)
            }
            if hasEnded { throw failure("the program has closed its terminal without showing \(what)") }
            if deadline.hasPassed { throw failure("\(what) did not appear within \(timeout)") }
            try receive(milliseconds: deadline.milliseconds(atMost: 1000))
        }
    }

    private func firstRange(of expected: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = expected.first else { return start..<start }
        return text.bytes.withUnsafeBytes { bytes in
            var index = start
            while index + expected.count <= bytes.count {
                let candidates = bytes.count - expected.count - index + 1
                guard let base = bytes.baseAddress, let found = memchr(base + index, Int32(first), candidates)
                else { return nil }
                index = UnsafeRawPointer(found) - base
                if memcmp(found, expected, expected.count) == 0 { return index..<index + expected.count }
                index += 1
            }
            return nil
        }
    }

    /// Reads output for a limited time. Returns whether there was any.
    @discardableResult
    private func receive(milliseconds: Int32) throws -> Bool {
        guard master.isOpen else {
            hasEnded = true
            return false
        }
        var polled = pollfd(fd: master.number, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return false }
        let start = rawOutput.count
        switch try master.read(into: &rawOutput) {
        case .done:
            text.append(rawOutput[start...])
            return true
        case .ended:
            hasEnded = true
            return false
        case .wouldBlock: return false
        }
    }

    private func failure(_ what: String) -> TestSupportError {
        TestSupportError(
            """
            \(commandLine): \(what)
            What it has shown since the last match:
            \(unread.debugDescription)
            Before that:
            \(String(decoding: text.bytes[..<position].suffix(500), as: UTF8.self).debugDescription)
            """)
    }
}

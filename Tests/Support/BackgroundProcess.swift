import Foundation
import Glibc
import Synchronization

/// A program that runs during a test, such as a server. It is killed when the last reference is released.
///
/// ```swift
/// let server = try BackgroundProcess(path, ["serve"], logPath: directory.file("log"))
/// try server.wait(for: "listening")
/// ```
public final class BackgroundProcess: Sendable {
    private struct State: Sendable {
        let pid: pid_t
        var status: ExitStatus?
    }

    /// Kills the process and its children if the tests end without doing so. If a run of the tests is killed
    /// because it takes too long, nothing else would stop a server.
    ///
    /// The script runs in the background: the shell that starts it exits immediately, and the tests wait for
    /// that exit. A shell that stayed a child of the test process would block exit tests: the code that waits
    /// for their processes would find only the shell and never finish.
    private static let guardScript = """
        {
            while kill -0 "$1" && kill -0 "$2"; do sleep 1; done
            kill -0 "$1" || kill -9 -- "-$2"
        } 2>/dev/null &
        """

    private let state: Mutex<State>
    private let logPath: String

    /// Starts a program with its standard output and error in one file.
    ///
    /// - Parameters:
    ///   - program: The program's path.
    ///   - arguments: The program's arguments.
    ///   - environment: The program's complete environment; it inherits no variables.
    ///   - logPath: The file for the program's output, which is emptied first.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], logPath: String
    ) throws {
        let log = Descriptor(open(logPath, O_CREAT | O_WRONLY | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600))
        guard log.isOpen else { throw TestSupportError.system("opening \(logPath)", errno) }
        let child = try ChildProcess(
            program, arguments, environment: environment, workingDirectory: nil,
            streams: [
                .file("/dev/null", flags: O_RDONLY), .descriptor(log.number), .descriptor(log.number),
            ])
        state = Mutex(State(pid: child.pid))
        self.logPath = logPath
        let guardian = try? ChildProcess(
            "/bin/sh", ["-c", Self.guardScript, "guard", "\(getpid())", "\(child.pid)"],
            environment: ["PATH": "/usr/bin:/bin"], workingDirectory: nil,
            streams: (0..<3).map { .file("/dev/null", flags: $0 == 0 ? O_RDONLY : O_WRONLY) })
        if let guardian { _ = waitUntilGone(guardian.pid) }
    }

    deinit {
        kill()
    }

    /// The process ID.
    public var pid: Int32 { state.withLock(\.pid) }

    /// The program's output so far.
    public var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

    /// The program's exit status; `nil` while the program runs.
    public var status: ExitStatus? {
        state.withLock { state in
            if state.status == nil {
                var status: Int32 = 0
                if waitpid(state.pid, &status, WNOHANG) == state.pid {
                    state.status = ExitStatus(waitStatus: status)
                }
            }
            return state.status
        }
    }

    /// Sends a signal, if the process hasn't ended.
    public func send(_ signal: Int32) {
        if status == nil { _ = Glibc.kill(pid, signal) }
    }

    /// Kills the process and its children, as `kill -9` and a power failure do.
    public func kill() {
        state.withLock { state in
            guard state.status == nil else { return }
            _ = Glibc.kill(-state.pid, SIGKILL)
            state.status = waitUntilGone(state.pid)
        }
    }

    /// Waits until the process has ended.
    ///
    /// - Parameter timeout: The time after which the test fails.
    public func waitForEnd(timeout: Duration = usualTimeout) throws -> ExitStatus {
        let deadline = Deadline(after: timeout)
        while true {
            if let status { return status }
            if deadline.hasPassed { throw TestSupportError("it hasn't ended:\n\(log.suffix(2000))") }
            usleep(5_000)
        }
    }

    /// Waits until the program has written a text, and returns the complete output up to that time.
    ///
    /// - Parameters:
    ///   - text: The expected text.
    ///   - timeout: The time after which the test fails.
    @discardableResult
    public func wait(for text: String, timeout: Duration = usualTimeout) throws -> String {
        let deadline = Deadline(after: timeout)
        while true {
            let log = log
            if log.contains(text) { return log }
            if let status {
                throw TestSupportError("it ended (\(status)) without “\(text)”:\n\(log.suffix(2000))")
            }
            if deadline.hasPassed { throw TestSupportError("it never wrote “\(text)”:\n\(log.suffix(2000))") }
            usleep(5_000)
        }
    }
}

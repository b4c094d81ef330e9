import Dispatch
import Foundation

/// A program that uses the terminal until it ends: an editor or a pager. It is started without a shell.
struct ForegroundProcess {
    private let process: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program, found through `$PATH`, and its arguments.
    ///   - environment: The environment variables of the program.
    ///   - input: The descriptor for its standard input; `nil` for the terminal.
    ///   - inherited: A descriptor that the program keeps open.
    /// - Returns: The process, or the reason why it can't be started.
    static func start(
        _ command: [String], environment: [String: String], input: Int32? = nil,
        inheriting inherited: Int32? = nil
    ) -> Result<ForegroundProcess, SystemFailure> {
        guard let name = command.first else { return .failure(SystemFailure(ENOENT)) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Reset the signals that this process ignores, except those that were already ignored when this
        // process started.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        if !Signals.ignoresInterrupts { sigaddset(&defaults, SIGINT) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        // Duplicating a descriptor to its own number keeps it open in the new program.
        if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, name, &actions, &attributes, &arguments, &variables)
        return code == 0 ? .success(ForegroundProcess(process: process)) : .failure(SystemFailure(code))
    }

    /// Waits until the program has ended, without blocking the main actor. Returns its wait status; 0 means
    /// success.
    func waitForExit() async -> Int32 {
        let status = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(process, &status, 0) == -1 && errno == EINTR {}
                continuation.resume(returning: status)
            }
        }
        // Ctrl-C ended the program, and the terminal has written “^C”. The next output must start on a new
        // line.
        if status & 0x7F == SIGINT, isatty(STDERR_FILENO) == 1 {
            try? Descriptors.write([.lineFeed], to: STDERR_FILENO)
        }
        return status
    }
}

extension SystemFailure: Error {}

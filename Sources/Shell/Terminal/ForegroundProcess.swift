import Dispatch
import Foundation

/// A program that has the terminal until it ends: an editor or a pager. No shell reads its words.
struct ForegroundProcess {
    private let process: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, found as a shell finds it, and its arguments.
    ///   - environment: Its environment.
    ///   - input: What it reads in the place of the terminal.
    ///   - inherited: An open file that it holds for as long as it lives.
    static func start(
        _ words: [String], environment: [String: String], input: Int32? = nil,
        inheriting inherited: Int32? = nil
    ) -> Result<ForegroundProcess, SystemFailure> {
        guard let name = words.first else { return .failure(SystemFailure(ENOENT)) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // It gets the signals that this process ignores, unless it was told to by whoever started it.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        if !Signals.interruptsNothing { sigaddset(&defaults, SIGINT) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        // To its own number: it stays open in the other program.
        if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, name, &actions, &attributes, &arguments, &variables)
        return code == 0 ? .success(ForegroundProcess(process: process)) : .failure(SystemFailure(code))
    }

    /// Waits until it has ended; 0 means that it ended well. The main actor goes on meanwhile.
    func waitForExit() async -> Int32 {
        let status = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(process, &status, 0) == -1 && errno == EINTR {}
                continuation.resume(returning: status)
            }
        }
        // The terminal has written “^C”, and what comes next begins on a line of its own.
        if status & 0x7F == SIGINT, isatty(STDERR_FILENO) == 1 {
            try? Descriptors.write([.lineFeed], to: STDERR_FILENO)
        }
        return status
    }
}

extension SystemFailure: Error {}

import Glibc

/// A process that a test has started. It leads its own session and process group.
struct ChildProcess {
    /// The source of one of the child's file descriptors 0, 1 and 2.
    enum Stream {
        /// A descriptor of this process.
        case descriptor(Int32)
        /// A file that the child opens. A terminal that is opened this way becomes its controlling terminal.
        case file(String, flags: Int32)
    }

    let pid: pid_t

    /// Starts a program. It gets only the given environment and the three streams, and all signals have their
    /// defaults.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], workingDirectory: String?,
        streams: [Stream]
    ) throws {
        try TestLevel.checkProcess(program)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let workingDirectory {
            guard let changeDirectory = Self.changeDirectory else {
                throw TestSupportError("this C library can't start a program in another directory")
            }
            _ = changeDirectory(&actions, workingDirectory)
        }
        for (target, stream) in zip(Int32(0)..., streams) {
            switch stream {
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, target)
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, target, path, flags, 0)
            }
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // 0x80 is POSIX_SPAWN_SETSID, which the C library's header declares only for GNU extensions.
        let flags = 0x80 | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var pid: pid_t = 0
        let result = descriptorLock.withLock { _ in
            withCStrings([program] + arguments) { argv in
                withCStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) { envp in
                    posix_spawn(&pid, program, &actions, &attributes, argv, envp)
                }
            }
        }
        guard result == 0 else { throw TestSupportError.system("starting \(program)", result) }
        self.pid = pid
    }

    private typealias ChangeDirectory =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

    /// The spawn action that changes the directory. The C library has had it since 2018, but its header
    /// declares it only for GNU extensions.
    private static let changeDirectory: ChangeDirectory? = {
        let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
        return symbol.map { unsafeBitCast($0, to: ChangeDirectory.self) }
    }()

    /// Returns the exit status, or `nil` while the process runs. Don't call this again after it has returned
    /// a status.
    func status() throws -> ExitStatus? {
        var status: Int32 = 0
        while true {
            switch waitpid(pid, &status, WNOHANG) {
            case pid: return ExitStatus(waitStatus: status)
            case 0: return nil
            default:
                if errno != EINTR { throw TestSupportError.system("waiting for process \(pid)", errno) }
            }
        }
    }

    /// Kills the process and its children, and waits until the process has ended.
    func end() {
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        _ = waitUntilGone(pid)
    }
}

/// Waits until a killed or ending process is gone, and returns its status.
///
/// A process that waits for an unresponsive disk can't be killed. It is abandoned, so that the tests end.
func waitUntilGone(_ pid: pid_t) -> ExitStatus {
    var status: Int32 = 0
    let deadline = Deadline(after: .seconds(20))
    while !deadline.hasPassed {
        switch waitpid(pid, &status, WNOHANG) {
        case pid: return ExitStatus(waitStatus: status)
        case 0: usleep(500)
        default: if errno != EINTR { return .signalled(SIGKILL) }
        }
    }
    return .signalled(SIGKILL)
}

/// Passes strings as a C array of C strings that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[strings.count] = nil
    defer {
        for index in strings.indices { free(pointers[index]) }
        pointers.deallocate()
    }
    return body(pointers)
}

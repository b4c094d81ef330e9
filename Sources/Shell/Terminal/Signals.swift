import Dispatch
import Foundation
import Synchronization

/// The signals that a program acts on in order: Ctrl-C, the requests to end, a resized terminal, Ctrl-Z.
///
/// A handler may do next to nothing, so it notes the signal and wakes a thread through a pipe. That thread stops the
/// running command even while the main actor is busy with it; the rest happens on the main actor.
enum Signals {
    /// What the main actor does about a signal.
    typealias Handler = @MainActor @Sendable (Int32) -> Void

    private static let pending = Atomic<UInt64>(0)
    private static let pipeEnd = Atomic<Int32>(-1)
    /// The number of the task that runs, or of the next one between a line and what it does, or 0; and what it was
    /// when Ctrl-C came last.
    private static let running = Atomic<UInt64>(0)
    private static let interrupted = Atomic<UInt64>(0)
    private static let interruptions = Atomic<UInt64>(0)
    private static let state = Mutex(State())

    /// All of it begins as nothing but zeros: Swift 6.3.1, when it optimises, lays out what a mutex begins with before
    /// the program runs, and here forgot what was true, or an optional number that is nil.
    private struct State: Sendable {
        var cancel: (@Sendable () -> Void)?
        var cancelsNext = false
        /// Whether Ctrl-C ends only what is going on.
        var interruptSpares = false
        /// Whether whoever started the process wants Ctrl-C to do nothing.
        var interruptsNothing = false
        /// How many tasks have begun.
        var tasks: UInt64 = 0
        var requests = 0
        /// The signal that asks the program to end, or 0.
        var termination: Int32 = 0

        /// Whether a signal asks the program to end.
        func ends(_ number: Int32) -> Bool {
            number == SIGTERM || number == SIGHUP || number == SIGQUIT
                || (number == SIGINT && !interruptSpares)
        }
    }

    @MainActor private static var source: (any DispatchSourceRead)?
    @MainActor private static var handlers: [(numbers: [Int32], handle: Handler)] = []

    /// Whether Ctrl-C ends the program, as it does in scripts, or only what is going on, as at the prompt.
    static var interruptEnds: Bool {
        get { state.withLock { !$0.interruptSpares } }
        set { state.withLock { $0.interruptSpares = !newValue } }
    }

    /// Whether the process was started so that Ctrl-C does nothing.
    static var interruptsNothing: Bool { state.withLock { $0.interruptsNothing } }

    /// Acts on signals from now on.
    @MainActor
    static func observe(_ numbers: [Int32], _ handle: @escaping Handler) {
        handlers.append((numbers, handle))
        if source == nil { openPipe() }
        for number in numbers {
            if isIgnored(number) {
                if number == SIGINT { state.withLock { $0.interruptsNothing = true } }
                continue
            }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = noteSignal
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Whether the process was started so that the signal does nothing, as `nohup` does.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    @MainActor
    private static func openPipe() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        // What the signal handler uses must exist before the first signal.
        pending.store(0, ordering: .sequentiallyConsistent)
        interruptions.store(0, ordering: .sequentiallyConsistent)
        interrupted.store(running.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
        let reading = ends[0]
        let source = DispatchSource.makeReadSource(
            fileDescriptor: reading, queue: DispatchQueue(label: "signals"))
        source.setEventHandler { @Sendable in
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(reading, &bytes, bytes.count)
            let numbers = bytes.prefix(max(count, 0)).map { Int32($0) }
            for number in numbers { register(number) }
            // The main actor hears of the signal before the command that it cancels goes on.
            DispatchQueue.main.async { MainActor.assumeIsolated { deliver() } }
            for number in numbers { cancelCommand(number) }
        }
        self.source = source
        source.activate()
    }

    /// Runs in the signal handler: nothing here may allocate, lock or throw.
    static func note(_ number: Int32) {
        let before = errno
        if number == SIGINT {
            interruptions.wrappingAdd(1, ordering: .sequentiallyConsistent)
            interrupted.store(
                running.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
        }
        pending.bitwiseOr(1 << UInt64(number), ordering: .sequentiallyConsistent)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }

    /// Remembers a signal that asks the program to end.
    private static func register(_ number: Int32) {
        state.withLock { state in
            if state.ends(number) { state.termination = number }
        }
    }

    /// Breaks off what a signal is meant for; called on a thread of its own, which may be late.
    static func cancelCommand(_ number: Int32) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            let ends = state.ends(number)
            if ends && number != SIGHUP {
                state.requests += 1
                // What doesn't heed the first request doesn't keep anyone from ending the program. A terminal that
                // goes away may hang it up twice, which asks for nothing more.
                if state.requests > 1 { _exit(128 + number) }
            }
            // On a busy machine this may come late. Ctrl-C is meant for what ran when it was typed: where that has
            // ended meanwhile, what runs now goes on.
            let isMeant =
                number == SIGINT && state.tasks == interrupted.load(ordering: .sequentiallyConsistent)
            return ends || isMeant ? state.cancel : nil
        }
        cancel?()
    }

    /// Acts on the signals that have come, if any; called also before input is read, so that their order holds.
    @MainActor
    static func deliver() {
        let bits = pending.exchange(0, ordering: .sequentiallyConsistent)
        guard bits != 0 else { return }
        for number in Int32(1)..<64 where bits & (1 << UInt64(number)) != 0 {
            register(number)
            for handler in handlers where handler.numbers.contains(number) { handler.handle(number) }
        }
    }

    /// Whether a signal has come that ends what is being typed, and that nobody has acted on yet.
    static var interrupts: Bool {
        let bits = pending.load(ordering: .sequentiallyConsistent)
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { bits & (1 << UInt64($0)) != 0 }
    }

    /// How often Ctrl-C has come; what another program has answered doesn't count.
    static var interruptCount: UInt64 { interruptions.load(ordering: .sequentiallyConsistent) }

    /// The signal that asks the program to end, once it has come.
    static var termination: Int32? {
        let number = state.withLock { $0.termination }
        return number == 0 ? nil : number
    }

    /// Runs a task that signals can cancel.
    @MainActor
    static func whileRunning<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Value {
        let isCancelled = state.withLock { state in
            state.cancel = { task.cancel() }
            state.tasks += 1
            running.store(state.tasks, ordering: .sequentiallyConsistent)
            defer { state.cancelsNext = false }
            return state.cancelsNext
        }
        if isCancelled { task.cancel() }
        defer {
            state.withLock { $0.cancel = nil }
            running.store(0, ordering: .sequentiallyConsistent)
        }
        return try await task.value
    }

    /// Cancels the task that runs, or else the next one: Ctrl-C may come when the line was read already and nothing
    /// runs yet.
    static func cancelWhatRuns() {
        let cancel = state.withLock { state in
            if state.cancel == nil { state.cancelsNext = true }
            return state.cancel
        }
        cancel?()
    }

    /// Forgets what was to be cancelled: the person is at a new line.
    static func beginLine() {
        state.withLock { state in
            state.cancelsNext = false
            if running.load(ordering: .sequentiallyConsistent) > state.tasks {
                running.store(0, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Notes that what the line asks for comes next.
    static func endLine() {
        state.withLock { state in
            // The answer to a question belongs to the task that asks it.
            if running.load(ordering: .sequentiallyConsistent) == 0 {
                running.store(state.tasks + 1, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Runs something that answers Ctrl-C itself, such as an editor.
    ///
    /// The system itself drops the signal meanwhile: what is noted and acted on later could come when the other program
    /// has ended already, and would break off what called it.
    @MainActor
    static func ignoringInterrupts<Value>(_ body: @MainActor () async throws -> Value) async rethrows -> Value
    {
        var before = sigaction()
        var ignoring = sigaction()
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGINT, &ignoring, &before)
        defer { sigaction(SIGINT, &before, nil) }
        return try await body()
    }

    /// Stops the process, as Ctrl-Z does, until it is continued. Where no shell is there to continue it, as in a window
    /// or a container of its own, it goes on at once: the system itself stops nobody there, except by `SIGSTOP`.
    ///
    /// The signal goes to this thread: sent to the process, it could reach another one, and this one would draw its
    /// line before it stops instead of after.
    @MainActor
    static func stop() {
        var before = sigaction()
        var usual = sigaction()
        usual.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &usual, &before)
        // The threads of queues block what is sent to them.
        var blocked = sigset_t()
        var stopping = sigset_t()
        sigemptyset(&stopping)
        sigaddset(&stopping, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stopping, &blocked)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        sigaction(SIGTSTP, &before, nil)
    }
}

private func noteSignal(_ number: Int32) {
    Signals.note(number)
}

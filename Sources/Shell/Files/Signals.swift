import Dispatch
import Foundation
import Synchronization

/// Handles signals: Ctrl-C, requests to terminate, a resized terminal, and Ctrl-Z.
///
/// A signal handler may do very little, so it records the signal and wakes a thread through a pipe. That
/// thread cancels the running command even while the main actor is busy. Everything else happens on the main
/// actor.
enum Signals {
    /// Handles a signal on the main actor.
    typealias Handler = @MainActor @Sendable (Int32) -> Void

    private static let pending = Atomic<UInt64>(0)
    private static let pipeEnd = Atomic<Int32>(-1)
    /// The number of the running task. If no task is running but a line was read, the number of the task that
    /// will run the line; otherwise 0.
    ///
    /// `interrupted` has the value that `running` had at the last Ctrl-C.
    private static let running = Atomic<UInt64>(0)
    private static let interrupted = Atomic<UInt64>(0)
    private static let interruptions = Atomic<UInt64>(0)
    private static let state = Mutex(State())

    /// A compiler bug requires that all initial values are zero bytes. In optimized builds, Swift 6.3.1
    /// initializes the mutex statically and loses an initial `true`, or an optional number that is `nil`.
    private struct State: Sendable {
        var cancel: (@Sendable () -> Void)?
        var cancelsNext = false
        /// Whether Ctrl-C only cancels the current task.
        var interruptOnlyCancels = false
        /// Whether the parent process made this process ignore Ctrl-C.
        var ignoresInterrupts = false
        /// The number of tasks started so far.
        var tasks: UInt64 = 0
        var requests = 0
        /// The signal that requested termination, or 0.
        var terminationSignal: Int32 = 0

        /// Whether a signal requests termination.
        func requestsTermination(_ number: Int32) -> Bool {
            number == SIGTERM || number == SIGHUP || number == SIGQUIT
                || (number == SIGINT && !interruptOnlyCancels)
        }
    }

    @MainActor private static var source: (any DispatchSourceRead)?
    @MainActor private static var handlers: [(numbers: [Int32], handle: Handler)] = []

    /// Whether Ctrl-C terminates the program, as in scripts, or only cancels the current task, as at the
    /// prompt.
    static var interruptTerminates: Bool {
        get { state.withLock { !$0.interruptOnlyCancels } }
        set { state.withLock { $0.interruptOnlyCancels = !newValue } }
    }

    /// Whether the process was started with Ctrl-C ignored.
    static var ignoresInterrupts: Bool { state.withLock { $0.ignoresInterrupts } }

    /// Starts handling signals.
    ///
    /// - Parameters:
    ///   - numbers: The signals.
    ///   - handle: Called on the main actor for each signal.
    @MainActor
    static func observe(_ numbers: [Int32], _ handle: @escaping Handler) {
        handlers.append((numbers, handle))
        if source == nil { openPipe() }
        for number in numbers {
            if isIgnored(number) {
                if number == SIGINT { state.withLock { $0.ignoresInterrupts = true } }
                continue
            }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = noteSignal
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Whether the process was started with the signal ignored, as by `nohup`.
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
        // Initialize the state that the signal handler uses before the first signal.
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
            // The main actor handles the signal before the cancelled command continues.
            DispatchQueue.main.async { MainActor.assumeIsolated { deliverPending() } }
            for number in numbers { cancelCommand(number) }
        }
        self.source = source
        source.activate()
    }

    /// Runs in the signal handler, so it must not allocate, lock or throw.
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

    /// Records a signal that requests termination.
    private static func register(_ number: Int32) {
        state.withLock { state in
            if state.requestsTermination(number) { state.terminationSignal = number }
        }
    }

    /// Cancels the running task if the signal requests termination, or if Ctrl-C was typed while that task
    /// was running. This function runs on a background thread, maybe some time after the signal.
    static func cancelCommand(_ number: Int32) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            let terminates = state.requestsTermination(number)
            if terminates && number != SIGHUP {
                state.requests += 1
                // A second request to terminate ends a program that doesn't react to the first request. A
                // closed terminal may send SIGHUP twice, so SIGHUP isn't counted.
                if state.requests > 1 { _exit(128 + number) }
            }
            // On a busy machine, this code may run some time after Ctrl-C. Ctrl-C only cancels the task that
            // was running when it was typed, not a later one.
            let isMeant =
                number == SIGINT && state.tasks == interrupted.load(ordering: .sequentiallyConsistent)
            return terminates || isMeant ? state.cancel : nil
        }
        cancel?()
    }

    /// Handles pending signals. It is also called before input is read, so that signals and input keep their
    /// order.
    @MainActor
    static func deliverPending() {
        let bits = pending.exchange(0, ordering: .sequentiallyConsistent)
        guard bits != 0 else { return }
        for number in Int32(1)..<64 where bits & (1 << UInt64(number)) != 0 {
            register(number)
            for handler in handlers where handler.numbers.contains(number) { handler.handle(number) }
        }
    }

    /// Whether a signal that ends the current input is pending and not handled yet.
    static var hasPendingInterrupt: Bool {
        let bits = pending.load(ordering: .sequentiallyConsistent)
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { bits & (1 << UInt64($0)) != 0 }
    }

    /// The number of Ctrl-C signals, except those that another program has handled.
    static var interruptCount: UInt64 { interruptions.load(ordering: .sequentiallyConsistent) }

    /// The signal that requested termination; `nil` if there was none.
    static var terminationSignal: Int32? {
        let number = state.withLock { $0.terminationSignal }
        return number == 0 ? nil : number
    }

    /// Runs a task that signals can cancel.
    @MainActor
    static func runCancellable<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Value {
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

    /// Cancels the running task. If no task is running, cancels the next task, because Ctrl-C may arrive
    /// after a line was read and before its task starts.
    static func cancelRunningTask() {
        let cancel = state.withLock { state in
            if state.cancel == nil { state.cancelsNext = true }
            return state.cancel
        }
        cancel?()
    }

    /// Discards a pending cancellation of the next task, because the user starts a new line.
    static func beginLineInput() {
        state.withLock { state in
            state.cancelsNext = false
            if running.load(ordering: .sequentiallyConsistent) > state.tasks {
                running.store(0, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Records that the next task belongs to the line that was read.
    static func endLineInput() {
        state.withLock { state in
            // An answer to a question belongs to the running task, which asked the question.
            if running.load(ordering: .sequentiallyConsistent) == 0 {
                running.store(state.tasks + 1, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Runs a program that handles Ctrl-C itself, such as an editor.
    ///
    /// While that program runs, the system discards this process's signal. If the signal were recorded and
    /// handled later, it could cancel the command after the program has ended.
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

    /// Stops the process, as Ctrl-Z does, until a shell continues it.
    ///
    /// If there is no shell, for example in a container, the process continues at once, because the system
    /// then stops processes only for `SIGSTOP`.
    ///
    /// The signal is sent to this thread. If it were sent to the process, another thread could receive it.
    /// This thread would then redraw its line before the process stops.
    @MainActor
    static func stop() {
        var before = sigaction()
        var usual = sigaction()
        usual.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &usual, &before)
        // Threads of dispatch queues block signals that are sent to them, so unblock this signal first.
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

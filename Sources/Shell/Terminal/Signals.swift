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
    private static let state = Mutex(State())

    private struct State: Sendable {
        var cancel: (@Sendable () -> Void)?
        var interruptEnds = true
        var ignoresInterrupts = false
        var requests = 0
        var termination: Int32?

        /// Whether a signal asks the program to end.
        func ends(_ number: Int32) -> Bool {
            number == SIGTERM || number == SIGHUP || number == SIGQUIT
                || (number == SIGINT && interruptEnds && !ignoresInterrupts)
        }
    }

    @MainActor private static var source: (any DispatchSourceRead)?
    @MainActor private static var handlers: [(numbers: [Int32], handle: Handler)] = []

    /// Whether Ctrl-C ends the program, as it does in scripts, or only what is going on, as at the prompt.
    static var interruptEnds: Bool {
        get { state.withLock { $0.interruptEnds } }
        set { state.withLock { $0.interruptEnds = newValue } }
    }

    /// Acts on signals from now on.
    @MainActor
    static func observe(_ numbers: [Int32], _ handle: @escaping Handler) {
        handlers.append((numbers, handle))
        if source == nil { openPipe() }
        for number in numbers where !isIgnored(number) {
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
    fileprivate static func note(_ number: Int32) {
        let before = errno
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

    private static func cancelCommand(_ number: Int32) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            let ends = state.ends(number)
            if ends && number != SIGHUP {
                state.requests += 1
                // What doesn't heed the first request doesn't keep anyone from ending the program. A terminal that
                // goes away may hang it up twice, which asks for nothing more.
                if state.requests > 1 { _exit(128 + number) }
            }
            return ends || (number == SIGINT && !state.ignoresInterrupts) ? state.cancel : nil
        }
        cancel?()
    }

    /// Acts on the signals that have come, if any; called also before input is read, so that their order holds.
    @MainActor
    static func deliver() {
        let bits = pending.exchange(0, ordering: .sequentiallyConsistent)
        guard bits != 0 else { return }
        let ignoresInterrupts = state.withLock { $0.ignoresInterrupts }
        for number in Int32(1)..<64 where bits & (1 << UInt64(number)) != 0 {
            if number == SIGINT && ignoresInterrupts { continue }
            register(number)
            for handler in handlers where handler.numbers.contains(number) { handler.handle(number) }
        }
    }

    /// Whether a signal has come that ends what is being typed, and that nobody has acted on yet.
    static var interrupts: Bool {
        let bits = pending.load(ordering: .sequentiallyConsistent)
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { bits & (1 << UInt64($0)) != 0 }
    }

    /// The signal that asks the program to end, once it has come.
    static var termination: Int32? { state.withLock { $0.termination } }

    /// Runs a task that signals can cancel.
    @MainActor
    static func whileRunning<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Value {
        state.withLock { $0.cancel = { task.cancel() } }
        defer { state.withLock { $0.cancel = nil } }
        return try await task.value
    }

    /// Runs something that answers Ctrl-C itself, such as an editor.
    @MainActor
    static func ignoringInterrupts<Value>(_ body: @MainActor () async throws -> Value) async rethrows -> Value
    {
        state.withLock { $0.ignoresInterrupts = true }
        defer {
            // What ended the other program with Ctrl-C was meant for that one.
            pending.bitwiseAnd(~(1 << UInt64(SIGINT)), ordering: .sequentiallyConsistent)
            state.withLock { $0.ignoresInterrupts = false }
        }
        return try await body()
    }

    /// Stops the process, as Ctrl-Z does, until it is continued.
    ///
    /// The signal goes to this thread: sent to the process, it could reach another one, and this one would draw its
    /// line before it stops instead of after.
    @MainActor
    static func stop() {
        raise(SIGSTOP)
    }
}

private func noteSignal(_ number: Int32) {
    Signals.note(number)
}

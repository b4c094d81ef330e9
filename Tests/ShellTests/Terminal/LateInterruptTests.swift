import Foundation
import Synchronization
import Testing

@testable import Shell

/// Each in a process of its own, since signals are the process's.
@Suite("Ctrl-C that is heard of late")
struct LateInterruptTests {
    @Test("It breaks off what ran when it was typed")
    func inTime() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptEnds = false }
            let isCancelled = try await isCancelled {
                Signals.note(SIGINT)
                Signals.cancelCommand(SIGINT)
            }
            exit(isCancelled ? 0 : 1)
        }
    }

    @Test("It leaves alone what began after that")
    func late() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptEnds = false }
            _ = try await isCancelled { Signals.note(SIGINT) }
            exit(try await isCancelled { Signals.cancelCommand(SIGINT) } ? 1 : 0)
        }
    }

    @Test("Between a line and what it does, it breaks that off; at the next line it is forgotten")
    func between() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptEnds = false }
            Signals.beginLine()
            Signals.endLine()
            Signals.note(SIGINT)
            guard try await isCancelled({ Signals.cancelCommand(SIGINT) }) else { exit(1) }
            Signals.beginLine()
            Signals.note(SIGINT)
            Signals.endLine()
            exit(try await isCancelled { Signals.cancelCommand(SIGINT) } ? 2 : 0)
        }
    }

    @Test("While an editor has the terminal, nothing is noted, and afterwards everything is again")
    func editor() async {
        await #expect(processExitsWith: .success) {
            let heard = Mutex(0)
            await MainActor.run {
                Signals.interruptEnds = false
                Signals.observe([SIGINT]) { _ in heard.withLock { $0 += 1 } }
            }
            await Signals.ignoringInterrupts { _ = kill(getpid(), SIGINT) }
            await MainActor.run { Signals.deliver() }
            guard heard.withLock({ $0 }) == 0 else { exit(1) }
            kill(getpid(), SIGINT)
            // Any thread may get it.
            for _ in 1...10_000 {
                await MainActor.run { Signals.deliver() }
                if heard.withLock({ $0 }) == 1 { exit(0) }
                usleep(1000)
            }
            exit(2)
        }
    }
}

/// Whether a task that signals can cancel is cancelled when it has done something.
@MainActor
private func isCancelled(_ body: @escaping @MainActor @Sendable () -> Void) async throws -> Bool {
    try await Signals.whileRunning(
        Task { @MainActor () async throws -> Bool in
            body()
            return Task.isCancelled
        })
}

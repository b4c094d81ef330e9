import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Shell

/// Each test runs in a separate process because signal handlers are global.
@Suite("Late delivery of Ctrl-C", .level(.default))
struct LateInterruptTests {
    @Test func `A late Ctrl-C cancels the command that ran when it was typed`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptTerminates = false }
            let isCancelled = try await isCancelled {
                Signals.note(SIGINT)
                Signals.cancelCommand(SIGINT)
            }
            exit(isCancelled ? 0 : 1)
        }
    }

    @Test func `A late Ctrl-C doesn't cancel a command that began after it`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptTerminates = false }
            _ = try await isCancelled { Signals.note(SIGINT) }
            exit(try await isCancelled { Signals.cancelCommand(SIGINT) } ? 1 : 0)
        }
    }

    @Test func `Ctrl-C after a line cancels its command, and the next line forgets it`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { Signals.interruptTerminates = false }
            Signals.beginLineInput()
            Signals.endLineInput()
            Signals.note(SIGINT)
            guard try await isCancelled({ Signals.cancelCommand(SIGINT) }) else { exit(1) }
            Signals.beginLineInput()
            Signals.note(SIGINT)
            Signals.endLineInput()
            exit(try await isCancelled { Signals.cancelCommand(SIGINT) } ? 2 : 0)
        }
    }

    @Test func `Ctrl-C is ignored while an editor has the terminal, and noted again afterwards`() async {
        await #expect(processExitsWith: .success) {
            let heard = Mutex(0)
            await MainActor.run {
                Signals.interruptTerminates = false
                Signals.observe([SIGINT]) { _ in heard.withLock { $0 += 1 } }
            }
            await Signals.ignoringInterrupts { _ = kill(getpid(), SIGINT) }
            await MainActor.run { Signals.deliverPending() }
            guard heard.withLock({ $0 }) == 0 else { exit(1) }
            kill(getpid(), SIGINT)
            // The signal may arrive on any thread.
            for _ in 1...10_000 {
                await MainActor.run { Signals.deliverPending() }
                if heard.withLock({ $0 }) == 1 { exit(0) }
                usleep(1000)
            }
            exit(2)
        }
    }
}

/// Runs a closure in a task that signals can cancel, and returns whether the task is cancelled afterwards.
@MainActor
private func isCancelled(_ body: @escaping @MainActor @Sendable () -> Void) async throws -> Bool {
    try await Signals.runCancellable(
        Task { @MainActor () async throws -> Bool in
            body()
            return Task.isCancelled
        })
}

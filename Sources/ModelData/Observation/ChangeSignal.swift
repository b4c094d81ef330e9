import Foundation
import Synchronization

/// A count of changes that anybody can wait for.
///
/// Whoever waits names the count that they have seen, so that no change between looking and waiting is
/// missed. Each change wakes all who wait.
final class ChangeSignal: Sendable {
    private struct State {
        var count: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var ticket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many changes there were.
    var count: UInt64 { state.withLock { $0.count } }

    /// Notes a change and wakes those who wait.
    func raise() {
        let waiters = state.withLock { state in
            state.count &+= 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until there are more changes than were seen; ends early when the task is cancelled.
    func wait(after seen: UInt64) async {
        let ticket = state.withLock { state in
            state.ticket &+= 1
            return state.ticket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    // A handler that ran before found nobody to wake.
                    if state.count != seen || Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.resume()
        }
    }
}

/// Passes the news that a store has changed on to all signals that want it.
final class ChangeHub: Sendable {
    private struct Listener {
        weak var signal: ChangeSignal?
    }

    private let listeners = Mutex<[Listener]>([])

    /// Whether anybody listens.
    var isHeard: Bool {
        listeners.withLock { listeners in
            listeners.removeAll { $0.signal == nil }
            return !listeners.isEmpty
        }
    }

    func add(_ signal: ChangeSignal) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.signal == nil }
            listeners.append(Listener(signal: signal))
        }
    }

    func announce() {
        let signals = listeners.withLock { listeners in
            listeners.isEmpty ? [] : listeners.compactMap(\.signal)
        }
        for signal in signals { signal.raise() }
    }
}

/// Does one thing after some time, on the main actor; tests decide when the time has passed.
@MainActor
protocol DelayTimer: AnyObject {
    /// Does something after so many seconds, in place of what was still to be done.
    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void)

    /// Gives up what was still to be done.
    func cancel()
}

/// A timer of the system's.
@MainActor
final class TaskTimer: DelayTimer {
    private var task: Task<Void, Never>?

    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
        task?.cancel()
        task = Task { @MainActor in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { action() }
        }
    }

    func cancel() {
        task?.cancel()
        task = nil
    }
}

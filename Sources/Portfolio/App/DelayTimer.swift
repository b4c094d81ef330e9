/// A timer that runs a single action on the main actor after a delay. Tests use an implementation that
/// doesn't wait.
@MainActor
protocol DelayTimer: AnyObject {
    /// Schedules an action. It replaces the action that is already scheduled.
    ///
    /// - Parameters:
    ///   - seconds: The delay in seconds.
    ///   - action: The action.
    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void)

    /// Cancels the scheduled action.
    func cancel()
}

/// A timer that uses `Task.sleep`.
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

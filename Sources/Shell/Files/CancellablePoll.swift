import Glibc

/// Waits for pipes and terminals in a way that the user can cancel.
enum CancellablePoll {
    /// Waits until a descriptor can be read or written, or has reached the end of its data.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking descriptor.
    ///   - event: `POLLIN` or `POLLOUT`.
    /// - Throws: `CancellationError` if the command is cancelled or the program must terminate.
    static func waitUntilReady(_ descriptor: Int32, for event: Int32) throws {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while poll(&waiting, 1, interval) <= 0 { try check() }
    }

    /// Waits 50 milliseconds before the next attempt.
    ///
    /// - Throws: `CancellationError`, as ``waitUntilReady(_:for:)`` does.
    static func pause() throws {
        _ = poll(nil, 0, interval)
        try check()
    }

    /// The interval between checks for cancellation, in milliseconds.
    private static let interval: Int32 = 50

    private static func check() throws {
        try Task.checkCancellation()
        // This wait blocks the main actor, which would otherwise handle the signal. Therefore check for
        // signals here.
        if Signals.hasPendingInterrupt || Signals.terminationSignal != nil { throw CancellationError() }
    }
}

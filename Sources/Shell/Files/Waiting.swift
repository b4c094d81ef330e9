import Glibc

/// Waiting for the other side of a pipe or a terminal, which a person can break off.
enum Waiting {
    /// Waits until a descriptor can be read or written, be it only to learn that it is at its end.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor that answers at once where there is nothing to do.
    ///   - event: `POLLIN` or `POLLOUT`.
    /// - Throws: `CancellationError` where the command was cancelled, or the program was asked to end.
    static func untilReady(_ descriptor: Int32, for event: Int32) throws {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while poll(&waiting, 1, step) <= 0 { try check() }
    }

    /// Waits a moment before something is tried again.
    ///
    /// - Throws: `CancellationError`, as ``untilReady(_:for:)`` does.
    static func aMoment() throws {
        _ = poll(nil, 0, step)
        try check()
    }

    /// The milliseconds between two looks at whether somebody still waits.
    private static let step: Int32 = 50

    private static func check() throws {
        try Task.checkCancellation()
        if Signals.termination != nil { throw CancellationError() }
    }
}

import Foundation
import Synchronization

/// Work on a thread of its own, which runs from the beginning, however many tests wait for something.
///
/// ```swift
/// let sending = ThreadWork { try send(all, to: server) }
/// // … what happens meanwhile …
/// let answers = try sending.value()
/// ```
public final class ThreadWork<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Begins it.
    ///
    /// - Parameter work: The work.
    public init(_ work: @escaping @Sendable () throws -> Value) {
        Thread { [self] in
            let value = Result { try work() }
            result.withLock { $0 = value }
        }.start()
    }

    /// Waits until it is done; returns what it returned, or throws what it threw.
    public func value() throws -> Value {
        try wait(for: "the work on another thread") { result.withLock { $0 != nil } }
        guard let result = result.withLock(\.self) else { throw TestSupportError("the work has no result") }
        return try result.get()
    }
}

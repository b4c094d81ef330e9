import Foundation
import Synchronization

/// Work on its own thread, which starts immediately even if many tests are waiting.
///
/// ```swift
/// let sending = ThreadWork { try send(all, to: server) }
/// // Other work at the same time
/// let answers = try sending.value()
/// ```
public final class ThreadWork<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Starts the work.
    public init(_ work: @escaping @Sendable () throws -> Value) {
        Thread { [self] in
            let value = Result { try work() }
            result.withLock { $0 = value }
        }.start()
    }

    /// Waits for the work, and returns its result or throws its error.
    public func value() throws -> Value {
        try wait(for: "the work on another thread") { result.withLock { $0 != nil } }
        guard let result = result.withLock(\.self) else { throw TestSupportError("the work has no result") }
        return try result.get()
    }
}

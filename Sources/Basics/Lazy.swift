import Synchronization

/// A value that is made when it is first read.
package final class Lazy<Value: Sendable>: @unchecked Sendable {
    private let made = Mutex<Value?>(nil)
    // Called at most once, under the lock, on the thread of the first reader.
    private let make: () -> Value

    /// - Parameter make: Returns the value. It may be written in the code of an actor, but must read constants only,
    ///   because any thread may call it.
    package init(_ make: @escaping () -> Value) {
        self.make = make
    }

    /// The value.
    package var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}

import Synchronization

/// Values that are created once in a process, each when its key is first requested.
///
/// ```swift
/// private let pages = OnceCache<String, String>()
/// let page = try pages.value("itour") { try run(program, ["manual"]).stdout }
/// ```
/// A request for a value that is being created waits for it. Values of other keys are created at the same
/// time.
public final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Creates an empty collection.
    public init() {}

    /// Returns the value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Creates the value if it doesn't exist. If it throws, the next request tries again.
    public func value(_ key: Key, make: () throws -> Value) throws -> Value {
        let entry = entries.withLock { entries in
            if let known = entries[key] { return known }
            let new = Entry()
            entries[key] = new
            return new
        }
        return try entry.value.withLock { value in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}

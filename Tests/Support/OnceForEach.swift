import Synchronization

/// Values that are made once in a process, each when its key is first asked for.
///
/// ```swift
/// private let pages = OnceForEach<String, String>()
/// let page = try pages.value("itour") { try run(program, ["manual"]).stdout }
/// ```
/// Who asks for a value that is being made waits for it; values of other keys are made meanwhile.
public final class OnceForEach<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Begins without any.
    public init() {}

    /// The value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Makes the value, where nobody has. Where it throws, the next who asks tries again.
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

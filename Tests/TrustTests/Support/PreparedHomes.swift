import TestSupport

/// Homes that are prepared once for all tests. Every test gets a copy.
struct PreparedHomes<Key: Hashable & Sendable>: Sendable {
    private let people = OnceCache<Key, Person>()

    /// Returns a user with a copy of a home.
    ///
    /// - Parameters:
    ///   - key: The home's key.
    ///   - prepare: Creates the home, if this is the key's first use. All processes in the home must have
    ///     ended.
    func copy(_ key: Key, _ prepare: () throws -> Person) throws -> Person {
        let original = try people.value(key) {
            let person = try prepare()
            person.home.removeAtExit()
            return person
        }
        return try original.copied()
    }
}

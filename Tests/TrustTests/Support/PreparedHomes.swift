import TestSupport

/// Prepared homes: each is created once, and every test gets a copy.
struct PreparedHomes<Key: Hashable & Sendable>: Sendable {
    private let people = OnceCache<Key, Person>()

    /// Returns a user with a copy of a home.
    ///
    /// - Parameters:
    ///   - key: The home's key.
    ///   - prepare: Creates the home and ends all processes in it.
    func copy(_ key: Key, _ prepare: () throws -> Person) throws -> Person {
        let original = try people.value(key) {
            let person = try prepare()
            person.home.removeAtExit()
            return person
        }
        return try original.copied()
    }
}

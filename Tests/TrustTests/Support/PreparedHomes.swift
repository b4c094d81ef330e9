import TestSupport

/// Homes in which somebody has done something already: each is made once, and every test that asks gets a copy.
struct PreparedHomes<Key: Hashable & Sendable>: Sendable {
    private let people = OnceForEach<Key, Person>()

    /// Somebody with a copy of a home.
    ///
    /// - Parameters:
    ///   - key: Which home it is.
    ///   - prepare: Makes the home, and ends what it has started there.
    func copy(_ key: Key, _ prepare: () throws -> Person) throws -> Person {
        let original = try people.value(key) {
            let person = try prepare()
            person.home.removeAtExit()
            return person
        }
        return try original.copied()
    }
}

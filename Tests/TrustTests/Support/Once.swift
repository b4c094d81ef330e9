import Synchronization

/// What is made once for each key, by the test that asks first; others that ask meanwhile wait for it.
final class Once<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let places = Mutex<[Key: Place]>([:])

    /// The value of a key. Where it can't be made, the next test that asks tries again.
    func value(_ key: Key, _ make: () throws -> Value) throws -> Value {
        let place = places.withLock { places in
            if let known = places[key] { return known }
            let new = Place()
            places[key] = new
            return new
        }
        return try place.value.withLock { value in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}

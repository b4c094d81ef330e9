import Foundation
import Synchronization
import TestSupport

/// Homes in which somebody has done something already: each is made once, and every test that asks gets a copy.
struct PreparedHomes<Key: Hashable & Sendable>: Sendable {
    private let people = Once<Key, Person>()

    /// Somebody with a copy of a home.
    ///
    /// - Parameters:
    ///   - key: Which home it is.
    ///   - prepare: Makes the home, and ends what it has started there.
    func copy(_ key: Key, _ prepare: () throws -> Person) throws -> Person {
        let original = try people.value(key) {
            let person = try prepare()
            removeAtExit(person.home.path)
            return person
        }
        return try original.copied()
    }
}

/// Removes a directory when the tests are over: nobody lets go of what is kept for all of them.
private func removeAtExit(_ path: String) {
    kept.withLock { paths in
        if paths.isEmpty {
            atexit {
                for path in kept.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
            }
        }
        paths.append(path)
    }
}

/// The directories that are kept for all tests.
private let kept = Mutex<[String]>([])

import Glibc

/// What a helper could not do, in words that a failing test shows.
public struct TestSupportError: Error, CustomStringConvertible {
    /// What went wrong, and what was seen until then.
    public let description: String

    /// Makes an error of its words.
    public init(_ description: String) {
        self.description = description
    }

    /// An error of the system's, by its number.
    static func system(_ what: String, _ number: Int32) -> TestSupportError {
        TestSupportError("\(what): \(String(cString: strerror(number)))")
    }
}

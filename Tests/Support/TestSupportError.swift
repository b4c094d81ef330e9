import Glibc

/// The error of a helper, with a description that a failing test shows.
public struct TestSupportError: Error, CustomStringConvertible {
    /// The error, and the output up to then.
    public let description: String

    /// Creates an error with a description.
    public init(_ description: String) {
        self.description = description
    }

    /// Returns an error for an error number of the system.
    static func system(_ what: String, _ number: Int32) -> TestSupportError {
        TestSupportError("\(what): \(String(cString: strerror(number)))")
    }
}

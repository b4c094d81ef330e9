import TestSupport
import Testing

/// Checks the message and the exit code of a program after a system error.
enum FailureReport {
    /// Checks that a program ended normally, and reported the error if it failed.
    static func check(_ result: ProcessResult, _ place: String) {
        guard case .exited(let code) = result.status, [0, 1, 65, 66, 74].contains(code) else {
            Issue.record("\(place): ended by \(result.status): \(result.stderr.suffix(2000))")
            return
        }
        #expect(code == 0 || !result.stderr.isEmpty, "\(place): nothing is said")
        for phrase in ["reported an error", "unexpected", "SQLITE", "INSERT", "SELECT", "PRAGMA"] {
            #expect(!result.stderr.contains(phrase), "\(place): \(result.stderr)")
        }
    }
}

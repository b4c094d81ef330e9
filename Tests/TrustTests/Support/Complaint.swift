import TestSupport
import Testing

/// What a program may say, and how it may end, when the system has failed it.
enum Complaint {
    /// Makes sure that a program ended in order, and said in words what was wrong where it didn't do what was asked.
    static func check(_ result: ProcessResult, _ place: String) {
        if isEndOfMemoryAtOpening(result) { return }
        guard case .exited(let code) = result.status, [0, 1, 65, 66, 74].contains(code) else {
            Issue.record("\(place): ended by \(result.status): \(result.stderr.suffix(2000))")
            return
        }
        #expect(code == 0 || !result.stderr.isEmpty, "\(place): nothing is said")
        for phrase in ["reported an error", "unexpected", "SQLITE", "INSERT", "SELECT", "PRAGMA"] {
            #expect(!result.stderr.contains(phrase), "\(place): \(result.stderr)")
        }
    }

    /// Whether memory ended while GRDB set a connection up, which then ends the program: nothing of the command was begun.
    private static func isEndOfMemoryAtOpening(_ result: ProcessResult) -> Bool {
        guard case .signalled = result.status else { return false }
        return result.stderr.contains("Database.setUp()")
            && result.stderr.contains("SQLite error 7: out of memory")
    }
}

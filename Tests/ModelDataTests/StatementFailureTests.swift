import Foundation
import GRDBSQLite
import Testing

@testable import ModelData

@Suite("What SQLite's codes become")
struct StatementFailureTests {
    private func error(_ code: Int32, system: Int32 = 0) -> ModelDataError {
        StatementFailure(code: code, message: "words", sql: "SELECT", systemError: system)
            .error(path: "/nowhere/at/all", timeout: 5)
    }

    @Test("A full disk is told from other failures by the system's number, wherever SQLite meets it")
    func fullDisk() {
        #expect(error(SQLITE_FULL) == .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 3 << 8, system: ENOSPC) == .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 3 << 8, system: EDQUOT) == .diskFull(path: "/nowhere/at/all"))
    }

    @Test("The system's number of an earlier failure is not taken for that of a later one")
    func stale() {
        // SQLite keeps the number of the last call that failed, whatever goes wrong after it.
        let unique = error(SQLITE_CONSTRAINT | 8 << 8, system: ENOSPC)
        #expect(unique != .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_BUSY, system: ENOSPC) == .locked(path: "/nowhere/at/all", seconds: 5))
    }

    @Test("An input or output error says what the system said")
    func inputOutput() {
        guard case .inputOutput(_, let code) = error(SQLITE_IOERR | 3 << 8, system: EIO) else {
            Issue.record("it is another error")
            return
        }
        #expect(code.systemError == EIO && code.code == SQLITE_IOERR | 3 << 8)
    }

    @Test("A file whose schema doesn't fit our statements is a damaged one")
    func schema() {
        for words in [
            "unsupported file format", "no such table: main.Book", "near \"X\": syntax error",
            "unknown function: gibberish()",
        ] {
            let failure = StatementFailure(code: SQLITE_ERROR, message: words, sql: "SELECT")
            #expect(failure.error(path: "/p", timeout: 5) == .damaged(path: "/p", detail: words))
        }
    }

    @Test("Too little memory is an error of its own")
    func memory() {
        #expect(error(SQLITE_NOMEM) == .outOfMemory(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 12 << 8) == .outOfMemory(path: "/nowhere/at/all"))
    }
}

import Foundation
import ModelDataSQLite
import Testing

@testable import ModelData

@Suite("Mapping of SQLite error codes")
struct StatementFailureTests {
    private func error(_ code: Int32, system: Int32 = 0) -> ModelDataError {
        StatementFailure(code: code, message: "words", sql: "SELECT", systemError: system)
            .error(path: "/nowhere/at/all", timeout: 5)
    }

    @Test func `A full disk is recognized by the system's error number, wherever SQLite reports it`() {
        #expect(error(SQLITE_FULL) == .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 3 << 8, system: ENOSPC) == .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 3 << 8, system: EDQUOT) == .diskFull(path: "/nowhere/at/all"))
    }

    @Test func `The system's error number of an earlier failure isn't used for a later one`() {
        // SQLite's last system error number may belong to an earlier failure than its last error code.
        let unique = error(SQLITE_CONSTRAINT | 8 << 8, system: ENOSPC)
        #expect(unique != .diskFull(path: "/nowhere/at/all"))
        #expect(error(SQLITE_BUSY, system: ENOSPC) == .locked(path: "/nowhere/at/all", seconds: 5))
    }

    @Test func `An I/O error contains the system's message`() {
        guard case .inputOutput(_, let code) = error(SQLITE_IOERR | 3 << 8, system: EIO) else {
            Issue.record("it is another error")
            return
        }
        #expect(code.systemError == EIO)
        #expect(code.code == SQLITE_IOERR | 3 << 8)
    }

    @Test func `A file whose schema doesn't match our statements is reported as damaged`() {
        for words in [
            "unsupported file format", "no such table: main.Book", "near \"X\": syntax error",
            "unknown function: gibberish()",
        ] {
            let failure = StatementFailure(code: SQLITE_ERROR, message: words, sql: "SELECT")
            #expect(failure.error(path: "/p", timeout: 5) == .damaged(path: "/p", detail: words))
        }
    }

    @Test func `Out of memory is a separate error`() {
        #expect(error(SQLITE_NOMEM) == .outOfMemory(path: "/nowhere/at/all"))
        #expect(error(SQLITE_IOERR | 12 << 8) == .outOfMemory(path: "/nowhere/at/all"))
    }
}

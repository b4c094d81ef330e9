import Foundation
import ModelDataSQLite
import TestSupport
import Testing

@Suite("A store that another process keeps locked", .level(.slow))
struct LockTimeoutTests {
    @Test(arguments: Script.all)
    func `A command gives up after a minute with a message, and works once the lock is gone`(script: Script)
        throws
    {
        // Accelerate the program's clock, so that a minute passes in a second and a half.
        let clock = ["LD_PRELOAD": try FaultLibrary.path(), "FAULT_CLOCK": "40"]
        let person = try Person(script.program)
        let hurried = try Person(script.program, home: person.home, adding: clock)
        let first = try person.run(["-c", script.lines[0]])
        #expect(first.status == .exited(0), "\(first.stderr)")
        let before = try StoreSnapshot(of: person.store)

        var handle: OpaquePointer?
        #expect(sqlite3_open_v2(person.store, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        let begin = ContinuousClock.now
        let result = try hurried.run(["-c", script.lines[1]])
        let waited = ContinuousClock.now - begin
        #expect(result.status == .exited(1), "\(result.stdout)")
        #expect(
            result.stderr.contains(
                "Another process has kept the store “\(person.store)” locked for 60 seconds"),
            "\(result.stderr)")
        #expect(result.stdout.isEmpty)
        // The program must have waited for its accelerated minute. During this time, more than a second
        // passed on the clock of the test process.
        #expect(waited > .seconds(1), "\(waited)")
        // Commands that only read don't wait for the lock.
        #expect(try person.run(["history"]).status == .exited(0))
        #expect(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)

        #expect(try StoreSnapshot(of: person.store) == before)
        let again = try hurried.run(["-c", script.lines[1]])
        #expect(again.status == .exited(0), "\(again.stderr)")
        #expect(try StoreSnapshot(of: person.store).count("_history") > before.count("_history"))
    }
}

import Foundation
import GRDBSQLite
import TestSupport
import Testing

@Suite("A store that another process doesn't let go of")
struct LockedOutTests {
    @Test(
        "After a minute of waiting a command gives up and says so, and with the lock gone it works",
        arguments: Script.all)
    func minute(script: Script) throws {
        // A minute by the program's clock, which goes so many times as fast as others.
        let clock = ["LD_PRELOAD": try ProgramUnderTest.path("libFaultInjector.so"), "FAULT_CLOCK": "40"]
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
        // It didn't give up at once: that much of its minute has passed on this clock too.
        #expect(waited > .seconds(1), "\(waited)")
        // Who only looks needn't wait.
        #expect(try person.run(["history"]).status == .exited(0))
        #expect(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)

        #expect(try StoreSnapshot(of: person.store) == before)
        let again = try hurried.run(["-c", script.lines[1]])
        #expect(again.status == .exited(0), "\(again.stderr)")
        #expect(try StoreSnapshot(of: person.store).count("_history") > before.count("_history"))
    }
}

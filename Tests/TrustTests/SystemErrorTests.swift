import Foundation
import TestSupport
import Testing

@Suite("System errors", .level(.slow))
struct SystemErrorTests {
    /// A group of system calls, and the error with which one of these calls fails.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let calls: [SystemCall]
        let error: Int32
        let lasts: Bool

        var testDescription: String {
            "\(calls.first.map { "\($0)" } ?? "") \(String(cString: strerror(error))) \(lasts ? "lasts" : "once")"
        }

        static let all = [
            Refusal(calls: SystemCall.changes, error: EIO, lasts: false),
            Refusal(calls: SystemCall.changes, error: EIO, lasts: true),
            Refusal(calls: SystemCall.changes, error: ENOSPC, lasts: false),
            Refusal(calls: SystemCall.changes, error: ENOSPC, lasts: true),
            Refusal(calls: [.open], error: EIO, lasts: false),
            Refusal(calls: [.open], error: ENOSPC, lasts: false),
            Refusal(calls: [.open], error: EMFILE, lasts: true),
            Refusal(calls: [.open, .makeDirectory], error: EACCES, lasts: true),
            Refusal(calls: [.allocate], error: ENOMEM, lasts: false),
            Refusal(calls: [.allocate], error: ENOMEM, lasts: true),
        ]
    }

    @Test(arguments: Script.all)
    func `A failing system call is reported, and every acknowledged change is stored`(script: Script) throws {
        let reference = try Reference.of(script)
        var counts: [[SystemCall]: Int] = [:]
        for refusal in Refusal.all {
            let count = try counts[refusal.calls] ?? countCalls(script, refusal)
            counts[refusal.calls] = count
            for point in Extent.points(count, sample: 5, "\(script.program), \(refusal.testDescription)") {
                let person = try Person(script.program)
                try script.prepare(person.home)
                let result = try person.run(
                    script: script.lines,
                    fault: Fault(
                        effect: .error(refusal.error), at: point, calls: refusal.calls, lasts: refusal.lasts))
                let place = "\(script.program), \(refusal.testDescription) from call \(point) of \(count)"
                FailureReport.check(result, place)
                try reference.check(person, after: result.outputBytes, point: place)
            }
        }
    }

    /// Runs a script without a fault, and returns the number of system calls that a fault can affect.
    private func countCalls(_ script: Script, _ refusal: Refusal) throws -> Int {
        let counted = try Person(script.program)
        try script.prepare(counted.home)
        return try counted.countCalls(
            script: script.lines, calls: refusal.calls, effect: .error(refusal.error))
    }

    @Test(arguments: [EIO, ENOSPC])
    func `After a failing command, the program continues with the next ones`(error: Int32) throws {
        let titles = (1...12).map { "Book\($0)" }
        let lines = titles.map { "add \($0) Somebody" }
        let counted = try Person("mybooks")
        let count = try counted.countCalls(script: lines, effect: .error(error))
        for point in Extent.points(count, sample: 10, "going on after \(error)") {
            let person = try Person("mybooks")
            let result = try person.run(
                ["--keep-going"], script: lines, fault: Fault(effect: .error(error), at: point))
            let place = "error \(error) at call \(point) of \(count)"
            FailureReport.check(result, place)
            let answered = titles.filter { result.stdout.contains("“\($0)”") }
            #expect(answered.count >= titles.count - 1, "\(place): \(result.stderr)")
            try Reference.open(person)
            let found = try StoreSnapshot(of: person.store).values("title", of: "Book")
            #expect(Set(found).isSuperset(of: answered), "\(place): \(found)")
            #expect(Set(found).isSubset(of: titles), "\(place): \(found)")
            #expect(found.count == Set(found).count, "\(place): \(found)")
        }
    }

    @Test(arguments: Script.all)
    func `At the prompt the failure is reported, and the command works once the cause is gone`(script: Script)
        throws
    {
        let reasons: [(Int32, [SystemCall], String)] = [
            (ENOSPC, SystemCall.changes, "is full"), (EIO, SystemCall.changes, "input/output error"),
            (EIO, [.synchronize], "input/output error"), (ENOMEM, [.allocate], "not enough memory"),
        ]
        for (error, calls, words) in reasons {
            let person = try Person(script.program)
            let armed = person.home.file("armed")
            let terminal = try person.terminal(
                fault: Fault(effect: .error(error), at: 1, calls: calls, lasts: true, armed: armed))
            try terminal.expect("\(script.program)> ")
            try terminal.sendLine(script.lines[0])
            try terminal.expectPrompt("> ")
            try person.home.write("", to: "armed")
            let line = script.lines[1]
            try terminal.sendLine(line)
            try terminal.expect(words)
            try FileManager.default.removeItem(atPath: armed)
            try terminal.sendLine(line)
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
            let found = try StoreSnapshot(of: person.store)
            let expected = try Reference.of(script).states[2]
            #expect(found == expected, "\(script.program), \(words): \(terminal.output)")
        }
    }

    /// Commands that fill a program's store: a record for each number `$n`, with the long text `$x`.
    struct Filling: Sendable, CustomTestStringConvertible {
        let program: String
        let arguments: String
        /// The model of the records, and the property with their names. A name ends with the record's number.
        let model: String
        let property: String

        var testDescription: String { program }

        static let all = [
            Filling(
                program: "mybooks", arguments: "add \"Book $n\" \"$x\"", model: "Book", property: "title"),
            Filling(
                program: "itour", arguments: "add \"Trip $n\" --details \"$x\"", model: "Destination",
                property: "name"),
            Filling(
                program: "portfolio", arguments: "new \"Issue $n\" --content \"$x\"", model: "Issue",
                property: "title"),
            // The notes are written to eleven missions in turn. So a later note replaces an earlier note,
            // which remains in the history.
            Filling(
                program: "moonshot", arguments: "note $((7 + n % 11)) \"$x $n\"", model: "MissionNote",
                property: "text"),
        ]

        /// Returns the numbers of the records that are expected after a number of commands.
        func numbers(after count: Int) -> Set<Int> {
            Set(program == "moonshot" ? max(0, count - 11)..<count : 0..<count)
        }
    }

    @Test(
        .enabled(if: SmallDisk.isAllowed, "this machine doesn't allow mounting a file system"),
        arguments: Filling.all)
    func `A full disk is reported and loses nothing acknowledged, and with space the program continues`(
        filling: Filling
    ) throws {
        let person = try Person(filling.program)
        let result = try person.shell(
            """
            mkdir -p small && mount -t tmpfs -o size=640k tmpfs small || exit 99
            trap 'umount -l small' EXIT
            x=$(head -c 4000 /dev/zero | tr '\\0' x)
            n=0
            while "$program" --store small/a.store \(filling.arguments) > answer 2> errors; do
                n=$((n + 1)); [ $n -lt 300 ] || exit 98
            done
            echo $n
            cat errors
            "$program" --store small/a.store history --json > steps.json || exit 96
            "$program" --store small/a.store list > list || exit 95
            cp small/a.store full.store
            [ ! -e small/a.store-wal ] || cp small/a.store-wal full.store-wal
            mount -o remount,size=4m small
            "$program" --store small/a.store \(filling.arguments) > answer || exit 97
            cp small/a.store later.store
            """)
        #expect(result.status == .exited(0), "\(result.stdout)\(result.stderr)")
        #expect(result.stdout.contains("The disk is full"), "\(result.stdout)")
        let count = try #require(result.stdout.split(separator: "\n").first.flatMap { Int($0) })
        #expect(count > 3)
        for (store, count) in [("full.store", count), ("later.store", count + 1)] {
            let names = try StoreSnapshot(of: person.home.file(store)).values(
                filling.property, of: filling.model)
            let found = names.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            #expect(Set(found) == filling.numbers(after: count))
            #expect(found.count == names.count)
        }
    }

    @Test(arguments: Script.all)
    func `With few file descriptors, a program works or reports what is missing`(script: Script) throws {
        let person = try Person(script.program)
        var worked = 0
        // With fewer file descriptors, the loader can't open the program's libraries.
        for limit in [4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 26, 28, 32, 40, 128] {
            let line = script.lines[0].replacing("\"", with: "\\\"")
            let store = "s\(limit).store"
            let result = try person.shell(
                "ulimit -n \(limit) && exec \"$program\" --store \(store) -c \"\(line)\"")
            if result.status == .exited(127) { continue }
            FailureReport.check(result, "\(script.program) with \(limit) descriptors")
            let isAnswered = result.status == .exited(0)
            worked += isAnswered ? 1 : 0
            guard isAnswered else { continue }
            let path = person.home.file(store)
            #expect(try StoreSnapshot(of: path).count("_history") > 0)
        }
        #expect(worked > 0)
    }
}

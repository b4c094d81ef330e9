import Foundation
import TestSupport
import Testing

@Suite("Leftover files of killed programs", .level(.slow))
struct LeftoverTests {
    /// Returns the incomplete files in the user's home directory. Programs write to such files, and rename
    /// them at the end.
    private func leftovers(_ person: Person) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: person.home.file("home")).filter { path in
            let name = (path as NSString).lastPathComponent
            return name.hasPrefix(".") && (name.contains(".partial") || name.hasSuffix(".new"))
        }
    }

    /// Kills a program at each disk change and starts it again. Returns how often the kill left an incomplete
    /// file.
    private func kill(
        _ program: String, _ arguments: [String], script: [String] = [], sample: Int,
        then next: [String] = ["history"], prepare: (Person) throws -> Void = { _ in }
    ) throws -> Int {
        let owner = try Person(program)
        try prepare(owner)
        let count = try owner.copied().countCalls(arguments, script: script)
        var found = 0
        for point in Extent.points(count, sample: sample, "\(program), leftovers") {
            let person = try owner.copied()
            _ = try person.run(arguments, script: script, fault: Fault(effect: .kill, at: point))
            if try !leftovers(person).isEmpty { found += 1 }
            let result = try person.run(next)
            let place = "\(program) \(arguments), killed at call \(point) of \(count)"
            #expect(result.status == .exited(0), "\(place): \(result.stderr)")
            #expect(try leftovers(person) == [], "\(place)")
        }
        return found
    }

    @Test(arguments: Script.all)
    func `An incomplete settings file is deleted at the program's next start`(script: Script) throws {
        let found = try kill(script.program, ["set", "color", "never"], sample: 12)
        #expect(found > 0)
    }

    @Test(arguments: Script.all)
    func `An incomplete restored or repaired store is deleted at the program's next start`(script: Script)
        throws
    {
        func prepare(_ person: Person) throws {
            let result = try person.run(script: Array(script.lines.prefix(2)) + ["backup home/copy.store"])
            try #require(result.status == .exited(0), "\(result.stderr)")
        }
        let restored = try kill(
            script.program, ["restore", "home/copy.store", "--yes"], sample: 10, prepare: prepare)
        #expect(restored > 0)
        let repaired = try kill(script.program, ["repair", "--yes"], sample: 5, prepare: prepare)
        #expect(repaired > 0)
    }

    @Test func `An incomplete backup or export is deleted when the same file is written again`() throws {
        func prepare(_ person: Person) throws { try person.run(script: ["add Solaris Lem"]) }
        let backup = ["backup", "home/copy.store", "--overwrite"]
        #expect(try kill("mybooks", backup, sample: 10, then: backup, prepare: prepare) > 0)
        let export = ["export", "home/books.json", "--overwrite"]
        #expect(try kill("mybooks", export, sample: 10, then: export, prepare: prepare) > 0)
    }
}

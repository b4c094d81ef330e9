import TestSupport
import Testing

@Suite("Programs that are killed")
struct KillTests {
    @Test(
        "Killed at any change of the disk, a program has everything that it had answered, and nothing half",
        arguments: Script.all)
    func scripts(script: Script) throws {
        let reference = try Reference.of(script)
        let counted = try Person(script.program)
        try script.prepare(counted.home)
        let count = try counted.countCalls(script: script.lines)
        #expect(count > 3 * script.lines.count)
        for point in Extent.points(count, sample: 28, "\(script.program), killed") {
            for effect in Extent.isWhole || point % 4 == 0 ? [Fault.Effect.kill, .tear] : [.kill] {
                let person = try Person(script.program)
                try script.prepare(person.home)
                let result = try person.run(
                    script: script.lines, fault: Fault(effect: effect, at: point))
                let place = "\(effect) at call \(point) of \(count)"
                if result.status != .signalled(9) {
                    // Some calls depend on the time that things take.
                    #expect(
                        result.status == .exited(0) && point > count * 9 / 10, "\(place): \(result.stderr)")
                }
                try reference.check(person, after: result.outputBytes, point: place)
            }
        }
    }

    @Test("Killed in the midst of any write that makes a new store, a program makes it the next time")
    func firstWrites() throws {
        let lines = ["add Solaris Lem"]
        let count = try Person("mybooks").countCalls(script: lines)
        for point in 1...count {
            let person = try Person("mybooks")
            let result = try person.run(script: lines, fault: Fault(effect: .tear, at: point))
            let again = try person.run(["add", "Eden", "Lem"])
            #expect(again.status == .exited(0), "torn at call \(point) of \(count): \(again.stderr)")
            let titles = try StoreSnapshot(of: person.store).values("title", of: "Book")
            #expect(titles.contains("Eden"))
            #expect(titles.contains("Solaris") || !result.stdout.contains("Added"), "\(point): \(titles)")
        }
    }
}

import TestSupport
import Testing

@Suite("Killed programs", .level(.slow))
struct KillTests {
    @Test(arguments: Script.all)
    func `A program that is killed at any disk change has every acknowledged change and no partial one`(
        script: Script
    ) throws {
        let reference = try Reference.of(script)
        let counted = try Person(script.program)
        try script.prepare(counted.home)
        let count = try counted.countCalls(script: script.lines)
        #expect(count > 3 * script.lines.count)
        for point in Extent.points(count, sample: 16, "\(script.program), killed") {
            for effect in Extent.isWhole || point % 4 == 0 ? [Fault.Effect.kill, .tear] : [.kill] {
                let person = try Person(script.program)
                try script.prepare(person.home)
                let result = try person.run(
                    script: script.lines, fault: Fault(effect: effect, at: point))
                let place = "\(effect) at call \(point) of \(count)"
                if result.status != .signalled(9) {
                    // The number of calls depends on timing, so the program may end before one of the last
                    // calls.
                    #expect(result.status == .exited(0), "\(place): \(result.stderr)")
                    #expect(point > count * 9 / 10, "\(place): \(result.stderr)")
                }
                try reference.check(person, after: result.outputBytes, point: place)
            }
        }
    }

    @Test func `A program that is killed while it creates a store creates it the next time`() throws {
        let lines = ["add Solaris Lem"]
        let count = try Person("mybooks").countCalls(script: lines)
        for point in Extent.points(count, sample: 16, "a store, created") {
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

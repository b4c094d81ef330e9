import Foundation
import TestSupport
import Testing

@Suite("Power failures", .level(.slow))
struct PowerCutTests {
    @Test(arguments: Script.all)
    func `After a power failure, every acknowledged change is stored and no partial one`(script: Script)
        throws
    {
        let reference = try Reference.of(script)
        let person = try Person(script.program)
        try script.prepare(person.home)
        try PowerCut(of: person, sample: 10).run { person, fault in
            let result = try person.run(script: script.lines, fault: fault)
            #expect(result.status == .exited(0), "\(result.stderr)")
        } check: { left, answers, place in
            try reference.check(left, after: answers, point: place)
        }
    }

    @Test(
        .enabled(
            if: LoopDisk.isAllowed, "this machine doesn't allow mounting and shutting down a file system"),
        arguments: Script.all)
    func `A file system that is shut down without flushing has every acknowledged change`(script: Script)
        throws
    {
        let reference = try Reference.of(script)
        let counted = try Person(script.program)
        try script.prepare(counted.home)
        let count = try counted.countCalls(script: script.lines)
        for point in Extent.points(count, sample: 4, "\(script.program), shut down") {
            let person = try Person(script.program)
            try script.prepare(person.home)
            let disk = try LoopDisk(at: person.home.file("home"), of: person.home)
            let result = try person.run(script: script.lines, fault: Fault(effect: .kill, at: point))
            try disk.cutPower()
            try reference.check(
                person, after: result.outputBytes, point: "shut down at call \(point) of \(count)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Synchronizing that is broken off")
struct SyncKillTests {
    @Test(
        "Killed at any change of the disk, a program that synchronizes loses nothing, and ends equal the next time",
        arguments: SynchronizedPair.Habits.all)
    func program(habits: SynchronizedPair.Habits) throws {
        let pair = try SynchronizedPair(habits)
        _ = try pair.change(0)
        let count = try pair.laptop.countCalls(["sync"])
        try pair.settle("at first")
        for point in Extent.points(count, sample: 12, "\(habits.program), killed while it synchronizes") {
            let effect = point % 3 == 0 ? Fault.Effect.tear : .kill
            let place = "\(effect) at call \(point) of \(count)"
            let titles = try pair.change(point)
            let before = try pair.records(pair.laptop)
            let result = try pair.laptop.run(["sync"], fault: Fault(effect: effect, at: point))
            // How much there is to write depends on what came before.
            if result.status != .signalled(9) { #expect(result.status == .exited(0), "\(result.stderr)") }
            try Reference.open(pair.laptop)
            try StoreSnapshot.checkIntegrity(of: pair.laptop.store)
            #expect(try pair.records(pair.laptop).isSuperset(of: before), "\(place)")
            try pair.settle(place)
            #expect(try pair.titles(titles, on: pair.desktop) == titles, "\(place)")
        }
    }

    @Test("Whatever call fails while it synchronizes, a program says so, loses nothing, and ends equal later")
    func failing() throws {
        let pair = try SynchronizedPair(SynchronizedPair.Habits.all[0])
        var round = 0
        for error in [EIO, ENOSPC] {
            round += 1
            _ = try pair.change(round)
            let count = try pair.laptop.countCalls(["sync"], effect: .error(error))
            try pair.settle("at first")
            for point in Extent.points(count, sample: 8, "failing while it synchronizes") {
                round += 1
                let place = "error \(error) at call \(point) of \(count)"
                let titles = try pair.change(round)
                let before = try pair.records(pair.laptop)
                let result = try pair.laptop.run(["sync"], fault: Fault(effect: .error(error), at: point))
                Complaint.check(result, place)
                #expect(try pair.records(pair.laptop).isSuperset(of: before), "\(place)")
                try pair.settle(place)
                #expect(try pair.titles(titles, on: pair.desktop) == titles, "\(place)")
            }
        }
    }

    @Test("Killed at any change of its disk, the server has what it acknowledged, and of no push a part")
    func server() throws {
        let pair = try SynchronizedPair(SynchronizedPair.Habits.all[0])
        let server = pair.server
        let store = server.directory.file("sync.store")
        let armed = server.directory.file("armed")
        /// Restarts the server with a fault that counts from now on.
        func start(_ fault: Fault) throws {
            server.kill()
            try server.start(adding: fault.environment(inHome: server.directory.path))
            try server.directory.write("", to: "armed")
        }
        _ = try pair.change(0)
        let counted = server.directory.file("calls")
        try start(Fault(effect: .kill, at: 0, armed: armed, countFile: counted))
        try pair.synchronize(pair.laptop)
        try FileManager.default.removeItem(atPath: armed)
        _ = try server.stop()
        let count = try #require(Int(String(contentsOfFile: counted, encoding: .utf8)))
        try server.start()
        try pair.settle("at first")
        for point in Extent.points(count, sample: 12, "the server, killed") {
            let effect = point % 3 == 0 ? Fault.Effect.tear : .kill
            let place = "\(effect) at call \(point) of \(count)"
            let titles = try pair.change(point)
            try start(Fault(effect: effect, at: point, armed: armed))
            let result = try pair.laptop.run(["sync"])
            #expect([.exited(0), .exited(74)].contains(result.status), "\(place): \(result.stderr)")
            server.kill()
            try FileManager.default.removeItem(atPath: armed)
            try StoreSnapshot.checkIntegrity(of: store)
            try server.start()
            try pair.synchronize(pair.desktop, place)
            let found = try pair.titles(titles, on: pair.desktop)
            #expect(found == titles || (found == [] && result.status != .exited(0)), "\(place): \(found)")
            try pair.settle(place)
            #expect(try pair.titles(titles, on: pair.desktop) == titles, "\(place)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Interrupted synchronizations", .level(.slow))
struct InterruptedSyncTests {
    @Test(arguments: SynchronizedPair.ProgramCommands.all)
    func
        `A program that is killed at any disk change loses nothing and is equal after the next synchronization`(
            habits: SynchronizedPair.ProgramCommands
        ) throws
    {
        let pair = try SynchronizedPair(habits)
        _ = try pair.change(0)
        let count = try pair.laptop.countCalls(["sync"])
        try pair.settle("at first")
        for point in Extent.points(count, sample: 6, "\(habits.program), killed while it synchronizes") {
            let effect = point % 3 == 0 ? Fault.Effect.tear : .kill
            let place = "\(effect) at call \(point) of \(count)"
            let (titles, before) = try pair.change(point)
            let result = try pair.laptop.run(["sync"], fault: Fault(effect: effect, at: point))
            // The number of calls depends on earlier rounds, so the program may end before the call at which
            // the fault would kill it.
            if result.status != .signalled(9) { #expect(result.status == .exited(0), "\(result.stderr)") }
            #expect(try pair.records(pair.laptop).isSuperset(of: before), "\(place)")
            try StoreSnapshot.checkIntegrity(of: pair.laptop.store)
            let found = try pair.settle(place)
            #expect(pair.titles(titles, in: found) == titles, "\(place)")
        }
    }

    @Test(arguments: SynchronizedPair.ProgramCommands.all)
    func `If any system call fails, a synchronization is reported, loses nothing and is completed later`(
        habits: SynchronizedPair.ProgramCommands
    ) throws {
        let pair = try SynchronizedPair(habits)
        var round = 0
        for error in [EIO, ENOSPC] {
            round += 1
            _ = try pair.change(round)
            let count = try pair.laptop.countCalls(["sync"], effect: .error(error))
            try pair.settle("at first")
            for point in Extent.points(count, sample: 3, "\(habits.program), failing while it synchronizes") {
                round += 1
                let place = "error \(error) at call \(point) of \(count)"
                let (titles, before) = try pair.change(round)
                let result = try pair.laptop.run(["sync"], fault: Fault(effect: .error(error), at: point))
                FailureReport.check(result, place)
                #expect(try pair.records(pair.laptop).isSuperset(of: before), "\(place)")
                let found = try pair.settle(place)
                #expect(pair.titles(titles, in: found) == titles, "\(place)")
            }
        }
    }

    @Test(arguments: SynchronizedPair.ProgramCommands.all)
    func `A server that is killed at any disk change has everything acknowledged and no partial push`(
        habits: SynchronizedPair.ProgramCommands
    ) throws {
        try strikeServer(of: SynchronizedPair(habits), sample: 3)
    }

    @Test(arguments: [(error: EIO, lasts: false), (error: ENOSPC, lasts: true)])
    func `If system calls of the server fail, it reports errors, continues and has everything acknowledged`(
        error: Int32, lasts: Bool
    ) throws {
        let pair = try SynchronizedPair(SynchronizedPair.ProgramCommands.all[0])
        let server = pair.server
        let armed = server.directory.file("armed")
        _ = try pair.change(0)
        let effect = Fault.Effect.error(error)
        let count = try countServerCalls(of: pair, effect)
        for point in Extent.points(count, sample: 3, "the server, error \(error)") {
            let place = "error \(error) at call \(point) of \(count)"
            let (titles, _) = try pair.change(point)
            try restart(server, with: Fault(effect: effect, at: point, lasts: lasts, armed: armed))
            let result = try pair.laptop.run(["sync"])
            FailureReport.check(result, place)
            try FileManager.default.removeItem(atPath: armed)
            #expect(server.process?.status == nil, "\(place): the server has ended:\n\(server.log)")
            try StoreSnapshot.checkIntegrity(of: server.directory.file("sync.store"))
            // The server continues without a restart once its disk works.
            let found = try pair.titles(titles, in: pair.synchronize(pair.desktop, place))
            #expect(found == titles || (found == [] && result.status != .exited(0)), "\(place): \(found)")
            let settled = try pair.settle(place)
            #expect(pair.titles(titles, in: settled) == titles, "\(place)")
            // Acknowledged data must be on the disk, even if the server is killed.
            server.kill()
            try StoreSnapshot.checkIntegrity(of: server.directory.file("sync.store"))
            try server.start()
            try pair.settle(place)
        }
    }

    @Test func `The server's storage can be backed up on file systems without hard links`() throws {
        let server = try SyncServerProcess()
        let fault = Fault(effect: .error(EPERM), at: 1, calls: [.link], lasts: true)
        func backUp() throws -> ProcessResult {
            let environment = try fault.environment(inHome: server.directory.path)
            return try server.run(["backup", server.directory.file("new.store")], adding: environment)
        }
        let made = try backUp()
        #expect(made.status == .exited(0), "\(made.stderr)")
        try StoreSnapshot.checkIntegrity(of: server.directory.file("new.store"))
        // A second backup must not replace the existing file.
        #expect(try backUp().status != .exited(0))
        let names = try FileManager.default.contentsOfDirectory(atPath: server.directory.path)
        #expect(!names.contains { $0.hasSuffix(".unfinished") }, "\(names)")
    }

    /// Restarts a server with a fault. The server's calls are counted from now on.
    private func restart(_ server: SyncServerProcess, with fault: Fault) throws {
        server.kill()
        try server.start(adding: fault.environment(inHome: server.directory.path))
        try server.directory.write("", to: "armed")
    }

    /// Returns how many calls of the server a fault can affect while the laptop synchronizes its changes.
    private func countServerCalls(of pair: SynchronizedPair, _ effect: Fault.Effect) throws -> Int {
        let server = pair.server
        let (armed, counted) = (server.directory.file("armed"), server.directory.file("calls"))
        try restart(server, with: Fault(effect: effect, at: 0, armed: armed, countFile: counted))
        try pair.synchronize(pair.laptop)
        try FileManager.default.removeItem(atPath: armed)
        _ = try server.stop()
        let count = try #require(Int(String(contentsOfFile: counted, encoding: .utf8)))
        try server.start()
        try pair.settle("at first")
        return count
    }

    @Test(
        .enabled(
            if: LoopDisk.isAllowed, "this machine doesn't allow mounting and shutting down a file system"),
        arguments: SynchronizedPair.ProgramCommands.all)
    func `Without a final flush of the file system, a program loses nothing and can synchronize`(
        habits: SynchronizedPair.ProgramCommands
    ) throws {
        let pair = try SynchronizedPair(habits, diskOf: .laptop)
        _ = try pair.change(0)
        let count = try pair.laptop.countCalls(["sync"])
        try pair.settle("at first")
        for point in Extent.points(count, sample: 3, "\(habits.program), shut down while it synchronizes") {
            let place = "shut down at call \(point) of \(count)"
            let (titles, before) = try pair.change(point)
            let result = try pair.laptop.run(["sync"], fault: Fault(effect: .kill, at: point))
            if result.status != .signalled(9) { #expect(result.status == .exited(0), "\(result.stderr)") }
            try pair.disk?.cutPower()
            #expect(try pair.records(pair.laptop).isSuperset(of: before), "\(place)")
            try StoreSnapshot.checkIntegrity(of: pair.laptop.store)
            let found = try pair.settle(place)
            #expect(pair.titles(titles, in: found) == titles, "\(place)")
        }
    }

    @Test(
        .enabled(
            if: LoopDisk.isAllowed, "this machine doesn't allow mounting and shutting down a file system"))
    func `Without a final flush of the file system, the server has everything acknowledged`() throws {
        try strikeServer(
            of: SynchronizedPair(SynchronizedPair.ProgramCommands.all[0], diskOf: .server), sample: 3)
    }

    /// Kills a server at disk changes, and cuts the power of its disk if the disk allows that.
    private func strikeServer(of pair: SynchronizedPair, sample: Int) throws {
        let server = pair.server
        let store = server.directory.file("sync.store")
        let armed = server.directory.file("armed")
        _ = try pair.change(0)
        let count = try countServerCalls(of: pair, .kill)
        for point in Extent.points(count, sample: sample, "the server, killed") {
            let effect = point % 3 == 0 ? Fault.Effect.tear : .kill
            let place = "\(effect) at call \(point) of \(count)"
            let (titles, _) = try pair.change(point)
            try restart(server, with: Fault(effect: effect, at: point, armed: armed))
            let result = try pair.laptop.run(["sync"])
            #expect([.exited(0), .exited(74)].contains(result.status), "\(place): \(result.stderr)")
            server.kill()
            try pair.disk?.cutPower()
            // After a power failure, the file may not exist.
            try? FileManager.default.removeItem(atPath: armed)
            try StoreSnapshot.checkIntegrity(of: store)
            try server.start()
            let found = try pair.titles(titles, in: pair.synchronize(pair.desktop, place))
            #expect(found == titles || (found == [] && result.status != .exited(0)), "\(place): \(found)")
            let settled = try pair.settle(place)
            #expect(pair.titles(titles, in: settled) == titles, "\(place)")
        }
    }
}

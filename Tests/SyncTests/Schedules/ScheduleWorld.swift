import Foundation
import ModelData
import SyncProtocol
import TestSupport

@testable import Sync

/// Runs a schedule with three replicas in files and a server, and records all edits.
///
/// All steps run one after another. A step during a request runs while its synchronization waits.
final class ScheduleWorld: @unchecked Sendable {
    private let server: any ScheduleServer
    private let transports: [FaultyTransport]
    private let directory: TemporaryDirectory
    private var replicas: [Replica] = []
    /// The file names of the replicas, which change after a simulated crash.
    private var files: [String] = []
    private var crashes = 0
    private var edits = EditLedger()
    private var hours = Array(repeating: 0, count: Step.replicas)
    private let pace: Pace
    /// The current time, in milliseconds since 1970.
    private var time: Int64
    private let ids = (0..<Step.records).map {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") ?? UUID()
    }

    /// The source of the current time.
    enum Pace {
        /// A simulated clock that advances by one second before each step. The server's clock is set to it.
        case ownClock
        /// The machine's clock, which a real server uses. Each step waits until the clock has advanced.
        case machineClock
    }

    init(_ server: any ScheduleServer, pace: Pace = .ownClock) throws {
        self.server = server
        self.pace = pace
        time = pace == .ownClock ? 1_800_000_000_000 : Self.machineTime
        transports = (0..<Step.replicas).map { _ in FaultyTransport(server) }
        directory = try TemporaryDirectory(inMemory: true)
        for (index, transport) in transports.enumerated() {
            files.append("\(index)")
            replicas.append(try newReplica(transport, file: files[index]))
        }
    }

    /// Returns a replica in a new file.
    private func newReplica(_ transport: FaultyTransport, file: String) throws -> Replica {
        for (suffix, bytes) in try Self.newStore.get() {
            try bytes.write(to: URL(fileURLWithPath: directory.file(file + suffix)))
        }
        let replica = try Replica(transport, batchSize: 3, path: directory.file(file))
        try replica.context.withSQLAccess(to: Place.self) { database in
            _ = try database.run("UPDATE _sync SET node = ?", .text(SyncTracking.newNode()))
        }
        return replica
    }

    /// The files of a new store, each with its suffix. They are copied because creating each store would take
    /// a third of the total time.
    private static let newStore = Result {
        let directory = try TemporaryDirectory(inMemory: true)
        let replica = try Replica(DirectTransport(server: MemoryServer()), path: directory.file("new"))
        return try withExtendedLifetime(replica) {
            try ["", "-wal"].map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: directory.file("new" + $0))))
            }
        }
    }

    /// Runs a schedule, and then synchronizes until no replica changes.
    ///
    /// - Returns: An error in the final state, or `nil`.
    func run(_ schedule: Schedule) async throws -> String? {
        for step in schedule.steps {
            try await passTime()
            try await run(step)
        }
        server.isQuiet = true
        for index in replicas.indices { hours[index] = 0 }
        for _ in 0..<6 {
            try await passTime()
            for index in replicas.indices { try await replicas[index].synchronizer.synchronize() }
        }
        return try await problem(schedule.traits)
    }

    private static var machineTime: Int64 { Int64(Date.now.timeIntervalSince1970 * 1000) }

    /// Advances the time before the next step, and sets all clocks.
    private func passTime() async throws {
        var ahead: Int64 = 0
        switch pace {
        case .ownClock:
            time += 1_000
            ahead = time - Self.machineTime
        case .machineClock:
            // SQLite's clock may be a millisecond behind.
            let next = time + 3
            while Self.machineTime < next { try await Task.sleep(for: .milliseconds(1)) }
            time = Self.machineTime
        }
        server.setClock(time)
        for (replica, hours) in zip(replicas, hours) {
            let skew = ahead + Int64(hours) * 3_600_000
            try replica.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET skew = ?", .integer(skew))
            }
        }
    }

    // MARK: - Steps

    private func run(_ step: Step) async throws {
        switch step {
        case .synchronize(let index, let fault): try await synchronize(index, fault)
        case .synchronizeWhileEditing(let index, let record, let field):
            transports[index].prepare(.none) { try? self.edit(index, record, field) }
            _ = try? await replicas[index].synchronizer.synchronize()
            transports[index].prepare(.none)
        case .arrive: for transport in transports { await transport.arrive() }
        case .setClock(let index, let value): hours[index] = value
        case .backUp: try await server.backUp()
        case .rewind: try await server.rewind()
        default: try act(step)
        }
    }

    private func synchronize(_ index: Int, _ fault: Step.Fault) async throws {
        switch fault {
        case .crashBefore, .crashAfter: try await crash(index, fault)
        default:
            transports[index].prepare(fault)
            _ = try? await replicas[index].synchronizer.synchronize()
            transports[index].prepare(.none)
        }
    }

    /// Simulates a crash during the first, second or third request of a synchronization. If the
    /// synchronization has fewer requests, the crash happens after its end. The replica then continues with a
    /// copy of its files from the moment of the crash.
    private func crash(_ index: Int, _ fault: Step.Fault) async throws {
        crashes += 1
        let copy = "\(index)-\(crashes)"
        transports[index].prepare(fault, at: crashes % 3 + 1) { [self] in
            try? copyFiles(of: index, as: copy)
        }
        _ = try? await replicas[index].synchronizer.synchronize()
        transports[index].prepare(.none)
        if access(directory.file(copy), F_OK) != 0 { try copyFiles(of: index, as: copy) }
        replicas[index] = try Replica(transports[index], batchSize: 3, path: directory.file(copy))
        for suffix in ["", "-wal", "-shm"] { unlink(directory.file(files[index] + suffix)) }
        files[index] = copy
    }

    private func copyFiles(of index: Int, as copy: String) throws {
        // The third file, `-shm`, isn't copied: SQLite recreates it from `-wal`, as after a crash.
        for suffix in ["", "-wal"] where access(directory.file(files[index] + suffix), F_OK) == 0 {
            try FileManager.default.copyItem(
                atPath: directory.file(files[index] + suffix), toPath: directory.file(copy + suffix))
        }
    }

    private func act(_ step: Step) throws {
        switch step {
        case .edit(let index, let record, let field): try edit(index, record, field)
        case .make(let index, let record): try make(index, record)
        case .delete(let index, let record):
            guard let place = try place(index, record) else { return }
            replicas[index].context.delete(place)
            try replicas[index].context.save()
            edits.noteDeletion(record, by: index)
        case .undo(let index):
            if try undo(index) { edits.isExact = false }
        case .undoAndRedo(let index):
            let context = replicas[index].context
            let step = try context.undoableTransaction()
            guard try undo(index) else { return }
            _ = try SyncTracking.redoing(context, models: Replica.models) {
                try context.redoLastTransaction()
            }
            // A redone edit restores an earlier value, so the ledger can't check this field exactly.
            if step?.updated.isEmpty == false { edits.isExact = false }
        case .mark(let index, let record, let mark):
            guard let place = try place(index, record) else { return }
            let found = try self.mark(index, mark) ?? Mark(key: "mark \(mark)")
            if !place.marks.contains(where: { $0 === found }) { place.marks.append(found) }
            try replicas[index].context.save()
        case .unmark(let index, let record, let mark):
            guard let place = try place(index, record) else { return }
            place.marks.removeAll { $0.key == "mark \(mark)" }
            try replicas[index].context.save()
        case .deleteMark(let index, let mark):
            guard let found = try self.mark(index, mark) else { return }
            replicas[index].context.delete(found)
            try replicas[index].context.save()
        case .travel(let index, let record, let trip): try travel(index, record, trip)
        case .importing(let index, let record): try importing(index, record)
        default: return
        }
    }

    /// Undoes the last step. Returns `false` if there is no step to undo, or if changes of other devices
    /// prevent the undo.
    private func undo(_ index: Int) throws -> Bool {
        let context = replicas[index].context
        do {
            let step = try SyncTracking.undoing(context, models: Replica.models) {
                try context.undoLastTransaction()
            }
            return step != nil
        } catch is ModelDataError {
            return false
        }
    }

    private func place(_ index: Int, _ record: Int) throws -> Place? {
        let id = ids[record]
        _ = try replicas[index].context.storeChangedElsewhere()
        return try replicas[index].context.fetch(
            FetchDescriptor<Place>(predicate: #Predicate { $0.identifier == id })
        ).first
    }

    private func mark(_ index: Int, _ mark: Int) throws -> Mark? {
        let key = "mark \(mark)"
        return try replicas[index].context.fetch(
            FetchDescriptor<Mark>(predicate: #Predicate { $0.key == key })
        ).first
    }

    private func edit(_ index: Int, _ record: Int, _ field: Step.Field) throws {
        guard let place = try place(index, record) else { return }
        let value = edits.edit(record, field, over: place.value(of: field), at: time, by: index)
        place.set(field, to: value)
        try replicas[index].context.save()
    }

    private func make(_ index: Int, _ record: Int) throws {
        if try place(index, record) != nil { return }
        let place = Place(identifier: ids[record], name: "")
        for field in Step.Field.allCases {
            place.set(field, to: edits.edit(record, field, over: nil, at: time, by: index))
        }
        replicas[index].context.insert(place)
        try replicas[index].context.save()
    }

    private func travel(_ index: Int, _ record: Int, _ trip: Int) throws {
        guard let place = try place(index, record) else { return }
        if trip == 0 {
            place.trip = nil
        } else {
            let name = "trip \(trip)"
            let found = try replicas[index].context.fetch(
                FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name }))
            place.trip = found.first ?? Trip(name: name)
        }
        try replicas[index].context.save()
    }

    /// Imports a record. Local edits and deletions have priority over the imported values.
    private func importing(_ index: Int, _ record: Int) throws {
        let context = replicas[index].context
        _ = try context.storeChangedElsewhere()
        let id = ids[record]
        try context.transaction {
            guard var imports = try ImportEdits(Place.self, in: context) else { return }
            try imports.begin()
            let known = try imports.of([id])[id]
            if let place = try place(index, record) {
                if known?.properties.contains("note") != true {
                    place.note = edits.imported(record, over: place.note, at: time)
                }
            } else if known?.isDeleted != true {
                let place = Place(identifier: id, name: "")
                for field in Step.Field.allCases {
                    place.set(field, to: edits.edit(record, field, over: nil, at: time))
                }
                context.insert(place)
            }
            try context.save()
            try imports.end()
        }
    }

    // MARK: - The end

    private func problem(_ traits: Schedule.Traits) async throws -> String? {
        let contents = try replicas.map { try $0.contents() }
        for index in 1..<contents.count where contents[index] != contents[0] {
            return "replica \(index) differs from replica 0:\n\(contents[index])\n\(contents[0])"
        }
        for (index, replica) in replicas.enumerated() {
            let states = try replica.states().filter { $0.key != .synchronized }
            if !states.isEmpty { return "the queue of replica \(index) isn't empty: \(states)" }
        }
        if let problem = try await serverProblem(contents[0]) { return problem }
        for record in ids.indices {
            let place = try place(0, record)
            if let problem = edits.problem(
                record, traits, value: { place?.value(of: $0) }, isThere: place != nil)
            {
                return problem
            }
        }
        return nil
    }

    /// Returns an error in the server's records, or `nil`. A new replica must receive the same contents and
    /// have nothing to send.
    private func serverProblem(_ contents: [String]) async throws -> String? {
        let living = try await server.livingRecords()
        if living != contents.count {
            return "the server has \(living) records, a replica \(contents.count)"
        }
        let fresh = try newReplica(FaultyTransport(server), file: "fresh")
        let report = try await fresh.synchronizer.synchronize()
        if try fresh.contents() != contents {
            return "a new replica differs from the others:\n\(try fresh.contents())\n\(contents)"
        }
        if report.sent > 0 { return "a new replica had \(report.sent) records to send" }
        return nil
    }
}

extension Place {
    /// Returns a field's value, which is the number of the edit that wrote it.
    func value(of field: Step.Field) -> Int {
        switch field {
        case .name: Int(name) ?? -1
        case .note: note.flatMap { Int($0) } ?? -1
        case .visits: visits
        case .rating: Int(rating ?? -1)
        }
    }

    /// Writes the number of an edit as a field's value.
    func set(_ field: Step.Field, to value: Int) {
        switch field {
        case .name: name = "\(value)"
        case .note: note = "\(value)"
        case .visits: visits = value
        case .rating: rating = Double(value)
        }
    }
}

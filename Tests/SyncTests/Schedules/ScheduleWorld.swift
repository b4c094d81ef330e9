import Foundation
import ModelData
import SyncProtocol

@testable import Sync

/// Three replicas and a server, and what people did there.
///
/// Everything happens one after the other, also what happens while a request is under way.
final class ScheduleWorld: @unchecked Sendable {
    private let server: any ScheduleServer
    private let transports: [FaultyTransport]
    private var replicas: [Replica]
    private var edits = EditLedger()
    private var hours = Array(repeating: 0, count: Step.replicas)
    /// The time of day of the schedule, in milliseconds: each step takes a second.
    private var time: Int64
    private let ids = (0..<Step.records).map {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") ?? UUID()
    }

    init(_ server: any ScheduleServer, time: Int64 = 1_800_000_000_000) throws {
        self.server = server
        self.time = time
        transports = (0..<Step.replicas).map { _ in FaultyTransport(server) }
        replicas = try transports.map { try Replica($0, batchSize: 3) }
    }

    /// Runs a schedule to its end, and then synchronizes until all is quiet.
    ///
    /// - Returns: What is wrong at the end; `nil` when nothing is.
    func run(_ schedule: Schedule, quiet: () -> Void = {}) async throws -> String? {
        for step in schedule.steps {
            time += 1_000
            try setClocks()
            try await run(step)
        }
        quiet()
        for index in replicas.indices { hours[index] = 0 }
        for _ in 0..<6 {
            time += 1_000
            try setClocks()
            for index in replicas.indices { try await replicas[index].synchronizer.synchronize() }
        }
        return try await problem(schedule.traits)
    }

    private func setClocks() throws {
        server.setClock(time)
        let real = Int64(Date.now.timeIntervalSince1970 * 1000)
        for (replica, hours) in zip(replicas, hours) {
            let skew = time - real + Int64(hours) * 3_600_000
            try replica.context.throughDoor(to: Place.self) { door in
                _ = try door.run("UPDATE _sync SET skew = ?", .integer(skew))
            }
        }
    }

    // MARK: - Steps

    private func run(_ step: Step) async throws {
        switch step {
        case .synchronize(let index, let fault): await synchronize(index, fault)
        case .synchronizeWhileEditing(let index, let record, let field):
            transports[index].prepare(.none) { try? self.edit(index, record, field) }
            _ = try? await replicas[index].synchronizer.synchronize()
            transports[index].prepare(.none)
        case .arrive: for transport in transports { await transport.arrive() }
        case .setClock(let index, let value): hours[index] = value
        case .beginEpoch(let losing): await server.beginEpoch(losingRecords: losing)
        default: try act(step)
        }
    }

    private func synchronize(_ index: Int, _ fault: Step.Fault) async {
        switch fault {
        case .crashBefore:
            _ = try? replicas[index].store().collect(limit: 3)
            replicas[index].restart()
        case .crashAfter:
            if let store = try? replicas[index].store(), let sent = try? store.collect(limit: 3) {
                let request = SyncRequest(batch: UUID(), token: nil, records: sent.map(\.record))
                _ = try? await server.answer(request)
            }
            replicas[index].restart()
        default:
            transports[index].prepare(fault)
            _ = try? await replicas[index].synchronizer.synchronize()
            transports[index].prepare(.none)
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
            edits.noteDeletion(record)
        case .undo(let index):
            _ = try? replicas[index].context.undoLastTransaction()
            edits.isExact = false
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
        let value = edits.edit(record, field, over: place.value(of: field), at: time)
        place.set(field, to: value)
        try replicas[index].context.save()
    }

    private func make(_ index: Int, _ record: Int) throws {
        if try place(index, record) != nil { return }
        let place = Place(identifier: ids[record], name: "")
        for field in Step.Field.allCases {
            place.set(field, to: edits.edit(record, field, over: nil, at: time))
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

    /// An import of a file that has every record, but writes what was edited here neither over nor again.
    private func importing(_ index: Int, _ record: Int) throws {
        let context = replicas[index].context
        _ = try context.storeChangedElsewhere()
        let id = ids[record]
        try context.transaction {
            guard let imports = try ImportEdits(Place.self, in: context) else { return }
            try imports.begin()
            let known = try imports.of([id])[id]
            if let place = try place(index, record) {
                if known?.properties.contains("note") != true {
                    place.note = edits.imported(record, over: place.note, at: time)
                }
            } else if known?.isDeleted != true {
                let place = Place(identifier: id, name: "")
                for field in Step.Field.allCases {
                    place.set(field, to: edits.edit(record, field, over: nil, at: time, isImport: true))
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
        let living = try await server.livingRecords()
        if living.count != contents[0].count {
            return "the server has \(living.count) records, a replica \(contents[0].count)"
        }
        for (record, id) in ids.enumerated() {
            let place = try place(0, record)
            let stored = living[SyncKey(entity: "Place", id: id)]
            if let name = place?.name, stored?.fields["name"]?.value != .string(name) {
                return "the server has \(String(describing: stored)), a replica the name \(name)"
            }
            if let problem = edits.problem(
                record, traits, value: { place?.value(of: $0) }, isThere: place != nil)
            {
                return problem
            }
        }
        return nil
    }
}

extension Place {
    /// A field's value, as the number of the edit that wrote it.
    func value(of field: Step.Field) -> Int {
        switch field {
        case .name: Int(name) ?? -1
        case .note: note.flatMap { Int($0) } ?? -1
        case .visits: visits
        case .rating: Int(rating ?? -1)
        }
    }

    /// Writes the number of an edit to a field.
    func set(_ field: Step.Field, to value: Int) {
        switch field {
        case .name: name = "\(value)"
        case .note: note = "\(value)"
        case .visits: visits = value
        case .rating: rating = Double(value)
        }
    }
}

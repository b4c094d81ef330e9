import Foundation
import ModelData
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncServer

/// Devices, a real storage, and a server that reads or changes what it stores.
@Suite("Sealed exchanges", .enabled(if: CryptoLibrary.shared != nil, "libcrypto is not installed"))
struct SealedExchangeTests {
    private let directory: TemporaryDirectory
    private let storage: SQLStorage
    private let server: StorageServer

    init() async throws {
        directory = try TemporaryDirectory(inMemory: true)
        storage = try await StorageServer.open(.file(path: directory.file("sync.store")))
        server = try await StorageServer([storage], account: "ada", isRecording: true)
        server.setClock(Int64(Date.now.timeIntervalSince1970 * 1000))
    }

    private func replica() throws -> Replica { try Replica(FaultyTransport(server)) }

    @Test func `The server's database and all messages contain none of 50 planted texts`() async throws {
        let (first, second) = (try replica(), try replica())
        let planted = (0..<50).map { "planted\($0)text\($0 * 7_919)" }
        for text in planted {
            let place = try first.add(text)
            place.note = "A note with \(text)"
            try first.context.save()
        }
        try await first.synchronizeFully(with: second)
        for text in planted.prefix(10) {
            try #require(try second.place(text)).name = text + " changed"
            try second.context.save()
        }
        try second.context.delete(#require(try second.place(planted[20])))
        try second.context.save()
        try await first.synchronizeFully(with: second)
        #expect(try second.places().count == 49)
        var data = server.bodies.withLock(\.self)
        #expect(data.count > 10)
        for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            data.append(try Data(contentsOf: URL(fileURLWithPath: directory.file(file))))
        }
        #expect(data.reduce(0) { $0 + $1.count } > 20_000)
        for text in planted + ["rating", "visits", "isDone", "A note with"] {
            #expect(!data.contains { $0.range(of: Data(text.utf8)) != nil }, "\(text)")
        }
    }

    /// Changes the stored versions of records behind the server's back.
    private func tamper(_ change: @escaping @Sendable (inout SyncRecord) -> Void) async throws {
        try await storage.database.write { connection in
            for row in try connection.run("SELECT entity, id, body FROM sync_record ORDER BY seq", []) {
                var record = try SyncRecord(decoding: Array(try row.text(2).utf8))
                change(&record)
                _ = try connection.run(
                    "UPDATE sync_record SET body = ? WHERE entity = ? AND id = ?",
                    [
                        .text(String(decoding: record.encoded(), as: UTF8.self)), .text(try row.text(0)),
                        .text(try row.text(1)),
                    ])
            }
        }
    }

    /// What a server could do to a stored record.
    enum Change: CaseIterable {
        case bytes, swappedFields, raisedLength, clock, otherAccount

        func apply(to record: inout SyncRecord) {
            let names = record.fields.keys.filter { $0 != AccountKeys.lengthField }.sorted()
            switch self {
            case .bytes:
                let value = SyncValue.string(String(repeating: "QUJD", count: 100))
                record.fields = record.fields.mapValues { SyncField(value, at: $0.clock) }
            case .swappedFields:
                for (first, second) in zip(names, names.dropFirst()) {
                    guard let field = record.fields[first] else { continue }
                    record.fields[second] = SyncField(
                        field.value, at: SyncClock(stamp: field.clock.stamp + 1, node: "x") ?? .zero)
                }
            case .raisedLength: record.causalLength += 1
            case .otherAccount:
                let other = SyncRecord(
                    SyncKey(entity: "Place", id: record.key.id),
                    fields: ["name": SyncField(.string("Louvre"), at: record.latestClock)])
                let sealed = try? AccountKeys.test(account: UUID()).sealed(other, by: "x")
                record.fields = sealed?.fields ?? [:]
            case .clock:
                for name in names {
                    record.fields[name] = record.fields[name].map {
                        SyncField(
                            $0.value, at: SyncClock(stamp: $0.clock.stamp + 1, node: $0.clock.node) ?? .zero)
                    }
                }
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `A changed record is kept aside and named, but never applied`(change: Change) async throws {
        let (first, second) = (try replica(), try replica())
        let place = try first.add("Prado")
        try await first.synchronizer.synchronize()
        try await tamper { change.apply(to: &$0) }
        let report = try await second.synchronizer.synchronize()
        #expect(report.unopened == 1)
        #expect(report.received == 0)
        #expect(try second.places().isEmpty)
        let status = try SyncStatus(second.context, models: Replica.models)
        #expect(status.unopened.map(\.identifier) == [place.identifier.uuidString])
        #expect(status.unopened.map(\.model) == ["Place"])
        // The writer sends everything again, as after a restore of the server's database.
        try await storage.database.write { _ = try $0.run("DELETE FROM sync_record", []) }
        try first.store().restart()
        try await first.synchronizer.synchronize()
        try await second.synchronizer.synchronize()
        #expect(try second.place("Prado") != nil)
        #expect(try SyncStatus(second.context, models: Replica.models).unopened.isEmpty)
    }

    @Test func `The contents of a deleted record leave the server after 90 days, and its tombstone stays`()
        async throws
    {
        let (first, second) = (try replica(), try replica())
        let place = try first.add("Prado")
        // Texts that can't be compressed.
        place.note = (0..<40).map { _ in UUID().uuidString }.joined()
        try first.context.save()
        let kept = try first.add("Louvre")
        try await first.synchronizeFully(with: second)
        place.name = "Prado, Madrid"
        try first.context.save()
        try await first.synchronizeFully(with: second)
        let (deleted, living) = (place.identifier.uuidString, kept.identifier.uuidString)
        first.context.delete(place)
        try first.context.save()
        try await first.synchronizeFully(with: second)
        func sizes() async throws -> [String: Int] {
            try await storage.database.read { connection in
                let rows = try connection.run("SELECT id, size FROM sync_record", [])
                return Dictionary(
                    uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.integer(1)) })
            }
        }
        let before = try await sizes()
        try await storage.removeDeletedContents(at: .now.addingTimeInterval(89 * 86_400))
        #expect(try await sizes() == before)
        let later = Date.now.addingTimeInterval(91 * 86_400)
        try await storage.removeDeletedContents(at: later)
        let after = try await sizes()
        #expect(after[living] == before[living])
        #expect(try #require(after[deleted]) < #require(before[deleted]) / 2)
        #expect(try await storage.accounts().map(\.bytes) == [after.values.reduce(0, +)])
        try await storage.removeDeletedContents(at: later)
        #expect(try await sizes() == after)
        // A new device can open the tombstone.
        let third = try replica()
        let report = try await third.synchronizer.synchronize()
        #expect(report.unopened == 0)
        #expect(try third.places().map(\.name) == ["Louvre"])
        try await second.synchronizeFully(with: third)
        try #require(try second.place("Louvre")).rating = 3
        try second.context.save()
        try await second.synchronizeFully(with: third)
        #expect(try third.place("Louvre")?.rating == 3)
    }

    @Test func `A server that raises lengths at random deletes nothing`() async throws {
        let (first, second) = (try replica(), try replica())
        for number in 0..<30 { try first.add("Place \(number)") }
        try await first.synchronizeFully(with: second)
        for round in 0..<10 {
            try #require(try first.places().randomElement()).rating = Double(round)
            try first.context.save()
            try await first.synchronizer.synchronize()
            try await tamper { record in
                if Bool.random() { record.causalLength += Int.random(in: 1...3) }
            }
            _ = try? await second.synchronizer.synchronize()
            #expect(try first.places().count == 30)
            #expect(try second.places().count == 30)
        }
    }

    @Test func `A device with another key sends and receives nothing`() async throws {
        let first = try replica()
        try first.add("Prado")
        try await first.synchronizer.synchronize()
        let other = SealingTransport(server.sealed, keys: try AccountKeys.test(account: UUID()))
        let second = try Replica(other)
        try second.add("Louvre")
        await #expect(throws: SyncError.wrongKey) { try await second.synchronizer.synchronize() }
        #expect(try second.places().map(\.name) == ["Louvre"])
        let before = server.bodies.withLock(\.count)
        try await first.synchronizer.synchronize()
        #expect(try first.places().map(\.name) == ["Prado"])
        #expect(server.bodies.withLock(\.count) > before)
    }
}

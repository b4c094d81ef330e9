import Foundation
import Testing

@testable import ModelData

@Suite("Binary format of the history")
struct HistoryFormatTests {
    @Test func `A range of inserted records takes a few bytes`() throws {
        var packer = ChangePacker()
        for record in Int64(1)...10_000 { packer.insert(record) }
        for record: Int64 in [20_000, 20_001, 5] { packer.insert(record) }
        #expect(packer.count == 10_003)
        let data = packer.finished()
        #expect(data.count < 16)
        let changes = try #require(RecordedChange.all(.insert, in: data, columns: 3, count: 10_003))
        #expect(changes.map(\.record) == Array(1...10_000) + [20_000, 20_001, 5])
    }

    @Test(arguments: [SeededGenerator.newSeed])
    func `Random changes are unpacked as they were packed`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        func value() -> StoredValue {
            switch Int.random(in: 0...4, using: &random) {
            case 0: .null
            case 1: .integer([0, -1, 1, .min, .max, 300].randomElement(using: &random) ?? 0)
            case 2:
                .real([0, -1.5, .infinity, 1e300, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
            case 3:
                .text(
                    ["", "x", "Łódź", String(repeating: "long ", count: 100)].randomElement(using: &random)
                        ?? "")
            default:
                .blob(
                    Data((0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255) })
                )
            }
        }
        var updates = ChangePacker()
        var deletes = ChangePacker()
        var updated: [(Int64, [(column: Int, value: StoredValue)])] = []
        var deleted: [(Int64, [StoredValue])] = []
        for _ in 0..<200 {
            let record = Int64.random(in: 1...Int64.max, using: &random)
            let old = (0..<5).filter { _ in Bool.random(using: &random) }.map { (column: $0, value: value()) }
            updates.update(record, old)
            updated.append((record, old))
            let row = (0..<5).map { _ in value() }
            deletes.delete(record, row)
            deleted.append((record, row))
        }
        let readUpdates = try #require(
            RecordedChange.all(.update, in: updates.finished(), columns: 5, count: 200))
        try #require(readUpdates.count == updated.count)
        for (change, expected) in zip(readUpdates, updated) {
            #expect(change.record == expected.0)
            #expect(change.old.map(\.column) == expected.1.map(\.column))
            #expect(change.old.map(\.value) == expected.1.map(\.value), "seed \(seed)")
        }
        let readDeletes = try #require(
            RecordedChange.all(.delete, in: deletes.finished(), columns: 5, count: 200))
        try #require(readDeletes.count == deleted.count)
        for (change, expected) in zip(readDeletes, deleted) {
            #expect(change.record == expected.0)
            #expect(change.old.map(\.column) == Array(0..<5))
            #expect(change.old.map(\.value) == expected.1, "seed \(seed)")
        }
    }

    @Test(arguments: [SeededGenerator.newSeed])
    func `Damaged bytes of any kind are detected`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let bytes = Data(
                (0..<Int.random(in: 1...40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                })
            for kind in [PackedChanges.Kind.insert, .update, .delete] {
                _ = RecordedChange.all(kind, in: bytes, columns: 4, count: 3)
            }
        }
        #expect(RecordedChange.all(.insert, in: Data([2, 200, 200, 200, 1]), columns: 4, count: 5) == nil)
        #expect(RecordedChange.all(.update, in: Data([2, 1, 9]), columns: 4, count: 1) == nil)
        #expect(RecordedChange.all(.delete, in: Data([2, 3, 200]), columns: 1, count: 1) == nil)
    }
}

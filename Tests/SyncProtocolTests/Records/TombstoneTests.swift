import Foundation
import TestSupport
import Testing

@testable import SyncProtocol

@Suite("Tombstones")
struct TombstoneTests {
    private let owner = UUID()

    private func clock(_ stamp: Int64, _ node: String = "a") -> SyncClock {
        SyncClock(stamp: stamp, node: node) ?? .zero
    }

    private func record(_ fields: [Tombstone.Field: SyncField], causalLength: Int = 2) -> SyncRecord {
        SyncRecord(
            .sample, causalLength: causalLength,
            fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) }))
    }

    private func value(_ causalLength: Int, _ words: String...) -> SyncValue {
        Tombstone.Field.value(causalLength: causalLength, words)
    }

    @Test func `An existing record has no tombstone`() {
        #expect(record([.user: SyncField(value(1), at: clock(1))], causalLength: 1).tombstone == nil)
    }

    @Test func `The cause is read from its field`() throws {
        let former = clock(7, "b")
        let causes: [(Tombstone.Field, SyncValue, Tombstone.Cause)] = [
            (.user, value(2), .user), (.undo, value(2), .undo(by: [clock(.max)])),
            (.undo, value(2, former.description), .undo(by: [clock(.max), former])),
            (.cascade, value(2, owner.uuidString), .cascade(owner: owner)),
        ]
        for (field, value, cause) in causes {
            let tombstone = try #require(record([field: SyncField(value, at: clock(1))]).tombstone)
            #expect(tombstone.cause == cause)
            #expect(tombstone.causalLength == 2)
            #expect(tombstone.alias == nil)
            #expect(tombstone.isOnItsOwn == (field != .cascade))
        }
        #expect(record([:]).tombstone?.cause == .unstated)
    }

    @Test func `A field of an earlier deletion has no effect`() {
        for field in [Tombstone.Field.user, .undo, .cascade] {
            let earlier = record(
                [field: SyncField(value(2, owner.uuidString), at: clock(1))], causalLength: 4)
            #expect(earlier.tombstone?.cause == .unstated)
        }
    }

    @Test func `A user's deletion precedes an undo, and an undo the deletion of an owner`() {
        var fields: [Tombstone.Field: SyncField] = [
            .cascade: SyncField(value(2, owner.uuidString), at: clock(9)),
            .undo: SyncField(value(2), at: clock(1)), .user: SyncField(value(2), at: clock(2)),
        ]
        #expect(record(fields).tombstone?.cause == .user)
        fields[.user] = nil
        #expect(record(fields).tombstone?.cause == .undo(by: [clock(.max)]))
        fields[.undo] = nil
        #expect(record(fields).tombstone?.cause == .cascade(owner: owner))
    }

    @Test func `An alias names the other record and its causal length`() {
        let alias = SyncField(.string(owner.uuidString), at: clock(1))
        #expect(record([.alias: alias]).tombstone?.alias == nil)
        let length = SyncField(.int(3), at: clock(1))
        #expect(
            record([.alias: alias, .aliasCausalLength: length]).tombstone?.alias
                == .init(id: owner, causalLength: 3))
    }

    @Test func `An undo doesn't apply to a record that others edited`() {
        var undone = record([.undo: SyncField(value(2, clock(5, "b").description), at: clock(9))])
        for (edit, isByOthers) in [
            (clock(20), false), (clock(5, "b"), false), (clock(6, "b"), true), (clock(1, "c"), true),
            (.zero, false),
        ] {
            undone.fields["name"] = SyncField(.null, at: edit)
            #expect(undone.isUndoneDespiteOtherEdits == isByOthers, "\(edit)")
        }
        #expect(!record([.user: SyncField(value(2), at: clock(9))]).isUndoneDespiteOtherEdits)
    }

    @Test func `Malformed fields are ignored`() {
        var random = RandomRecords()
        for _ in 0..<2_000 {
            var fields: [Tombstone.Field: SyncField] = [:]
            for field in Tombstone.Field.allCases {
                let text = ["", "2", "x 2", "2 x", "2 2 2", "-2", "99999999999999999999", " 2"][
                    random.below(8)]
                fields[field] = SyncField(
                    random.below(2) == 0 ? .string(text) : random.value(), at: random.clock())
            }
            let tombstone = record(fields).tombstone
            if case .cascade? = tombstone?.cause { Issue.record("\(fields)") }
            #expect(tombstone?.alias == nil)
            #expect(tombstone?.causalLength == 2)
        }
    }

    @Test func `The cause of merged tombstones doesn't depend on the order`() {
        var random = RandomRecords()
        for _ in 0..<2_000 {
            let records = (0..<3).map { _ in
                var fields: [Tombstone.Field: SyncField] = [:]
                for field in Tombstone.Field.allCases where random.below(2) == 0 {
                    fields[field] = SyncField(value(2 + 2 * random.below(2)), at: random.clock())
                }
                return record(fields, causalLength: 2 + 2 * random.below(2))
            }
            let inOrder = records.dropFirst().reduce(records[0]) { $0.merged(with: $1) }
            let shuffled = records.shuffled(using: &random.random)
            let other = shuffled.dropFirst().reduce(shuffled[0]) { $0.merged(with: $1) }
            #expect(inOrder.tombstone == other.tombstone)
        }
    }
}

import Foundation
import Testing

@testable import SyncProtocol

@Suite("Merging of records")
struct MergeTests {
    @Test func `The order of merges doesn't change the result`() {
        var random = RandomRecords()
        for _ in 0..<2_000 {
            let records = (0..<4).map { _ in random.record(.sample) }
            let inOrder = records.dropFirst().reduce(records[0]) { $0.merged(with: $1) }
            let shuffled = records.shuffled(using: &random.random)
            #expect(shuffled.dropFirst().reduce(shuffled[0]) { $0.merged(with: $1) } == inOrder)
        }
    }

    @Test func `Merging is associative, and merging again changes nothing`() {
        var random = RandomRecords()
        for _ in 0..<2_000 {
            let (a, b, c) = (random.record(.sample), random.record(.sample), random.record(.sample))
            #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
            #expect(a.merged(with: b) == b.merged(with: a))
            var merged = a.merged(with: b)
            let copy = merged
            let isChanged = [b, a, copy].map { merged.merge($0) }
            #expect(isChanged == [false, false, false])
        }
    }

    @Test func `Edits to different fields of a record are both kept`() {
        var mine = SyncRecord(.sample, fields: ["name": SyncField(.string("Mine"), at: clock(2, "a"))])
        let theirs = SyncRecord(.sample, fields: ["note": SyncField(.string("Theirs"), at: clock(1, "b"))])
        let isChanged = mine.merge(theirs)
        #expect(isChanged)
        #expect(mine.fields.mapValues(\.value) == ["name": .string("Mine"), "note": .string("Theirs")])
    }

    @Test func `The later of two edits to a field wins`() {
        let early = SyncRecord(.sample, fields: ["name": SyncField(.string("Z"), at: clock(1, "z"))])
        let late = SyncRecord(.sample, fields: ["name": SyncField(.string("A"), at: clock(2, "a"))])
        #expect(early.merged(with: late).fields["name"]?.value == .string("A"))
        #expect(late.merged(with: early).fields["name"]?.value == .string("A"))
    }

    @Test func `A recreated record wins over an older tombstone`() {
        let tombstone = SyncRecord(.sample, causalLength: 2)
        let again = SyncRecord(
            .sample, causalLength: 3, fields: ["name": SyncField(.string("Again"), at: clock(5, "a"))])
        #expect(again.merged(with: tombstone).isAlive)
        #expect(tombstone.merged(with: again).isAlive)
        #expect(!tombstone.merged(with: SyncRecord(.sample, causalLength: 1)).isAlive)
    }

    @Test func `Tags that two devices add to one issue are both kept`() {
        let (bug, urgent) = (UUID(), UUID())
        var mine = SyncRecord(
            .sample,
            fields: [
                SyncRecord.pairFieldName(for: bug, in: "tags"): SyncField(.bool(true), at: clock(1, "a"))
            ])
        mine.merge(
            SyncRecord(
                .sample,
                fields: [
                    SyncRecord.pairFieldName(for: urgent, in: "tags"): SyncField(
                        .bool(true), at: clock(1, "b"))
                ]))
        #expect(Set(mine.fields.keys.compactMap { SyncRecord.pair(fromFieldName: $0)?.id }) == [bug, urgent])
    }

    @Test func `A record with a different key isn't merged`() {
        var mine = SyncRecord(.sample)
        let isChanged = mine.merge(SyncRecord(SyncKey(entity: "Tag", id: SyncKey.sample.id), causalLength: 2))
        #expect(!isChanged)
        #expect(mine.isAlive)
    }

    private func clock(_ milliseconds: Int64, _ node: String) -> SyncClock {
        SyncClock(milliseconds: milliseconds, node: node) ?? .zero
    }
}

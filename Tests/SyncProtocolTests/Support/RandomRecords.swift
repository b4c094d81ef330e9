import Foundation
import TestSupport

@testable import SyncProtocol

/// Random values, clocks and records, which are reproducible from a seed. They are chosen from few
/// possibilities, so that equal ones are frequent.
struct RandomRecords {
    var random: SeededGenerator

    init(_ name: String = #fileID) { random = SeededGenerator(name) }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func clock() -> SyncClock {
        let node = ["a", "b", "9f3a0c"][below(3)]
        return SyncClock(milliseconds: Int64(below(4)), count: UInt16(below(2)), node: node) ?? .zero
    }

    mutating func value() -> SyncValue {
        switch below(8) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .int(Int64(below(3)))
        case 3: .int([Int64.min, Int64.max, -1][below(3)])
        case 4:
            .double(
                [3.0, -0.0, 0.1, 1e300, Double.leastNonzeroMagnitude, -2.5, 1_152_921_504_606_846_976][
                    below(7)])
        default: .string(["", "a", "é", "e\u{301}", "\u{0}\u{1B}[2J\n\"\\", "👩‍🚀", "\u{7F}\u{85}"][below(7)])
        }
    }

    mutating func record(_ key: SyncKey) -> SyncRecord {
        var record = SyncRecord(key, causalLength: 1 + below(4))
        for _ in 0..<below(6) {
            let other = UUID(uuidString: "00000000-0000-0000-0000-00000000000\(below(3))") ?? key.id
            let name = ["name", "note", SyncRecord.pairFieldName(for: other, in: "tags")][below(3)]
            record.fields[name] = SyncField(value(), at: clock())
        }
        return record
    }
}

extension SyncKey {
    /// The key of a record for tests.
    static let sample = SyncKey(
        entity: "Issue", id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))
}

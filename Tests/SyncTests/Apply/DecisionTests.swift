import Foundation
import SyncProtocol
import Testing

@testable import Sync

/// The decision about a received version, for every combination of states.
@Suite("Decisions about received versions")
struct DecisionTests {
    /// What a version says.
    enum Version: CaseIterable {
        case alive, user, undo, undoDespiteEdits, cascade, unstated

        static let tombstones = Set(allCases).subtracting([.alive])
    }

    /// Whether a version is older than the record, by their causal lengths.
    enum Age: CaseIterable {
        case older, same, newer
    }

    /// One combination of states.
    struct Situation: CustomStringConvertible {
        let version: Version
        let age: Age
        let origin: SyncOrigin
        let local: LocalFacts
        let incoming: SyncRecord

        var description: String { "\(version), \(age), \(origin), \(local)" }
        var decision: [SyncAction] { decide(local, incoming, from: origin) }
        var isBlocked: Bool { local.isUnsent && origin == .page }
    }

    /// A row of the table. A missing condition allows everything.
    struct Rule {
        let sentence: String
        var versions = Set(Version.allCases)
        var ages: Set<Age> = [.same, .newer]
        var isBlocked: Bool? = false
        var isStored: Bool?
        var isUsedByOthers: Bool?
        var hasNewOwner: Bool?
        var alias = Set(LocalFacts.AliasState.allCases)
        let actions: [SyncAction]

        func matches(_ situation: Situation) -> Bool {
            func allows(_ wanted: Bool?, _ value: Bool) -> Bool { wanted ?? value == value }
            let local = situation.local
            return versions.contains(situation.version) && ages.contains(situation.age)
                && allows(isBlocked, situation.isBlocked) && allows(isStored, local.isStored)
                && allows(isUsedByOthers, local.isUsedByOthers) && allows(hasNewOwner, local.hasNewOwner)
                && alias.contains(local.alias)
        }
    }

    static let rules = [
        Rule(
            sentence: "An unsent record waits for the answer to its push",
            versions: [.alive, .cascade, .unstated], ages: Set(Age.allCases), isBlocked: true,
            actions: [.hold]),
        Rule(
            sentence:
                "So it does if it was deleted elsewhere, and the other device decides about re-creating it",
            versions: [.user, .undo, .undoDespiteEdits], ages: Set(Age.allCases), isBlocked: true,
            actions: [.leaveToOthers, .hold]),
        Rule(sentence: "An older version changes nothing", ages: [.older], actions: []),
        Rule(
            sentence: "A stored record is updated", versions: [.alive], isStored: true,
            actions: [.release, .update]),
        Rule(
            sentence: "A missing record is inserted", versions: [.alive], isStored: false,
            actions: [.release, .insert]),
        Rule(
            sentence: "An undo doesn't delete a record that others changed", versions: [.undoDespiteEdits],
            actions: [.recreate]),
        Rule(
            sentence: "An undo doesn't delete a record that others use", versions: [.undo],
            isUsedByOthers: true, actions: [.recreate]),
        Rule(
            sentence: "A moved record isn't deleted with its former owner", versions: [.cascade],
            isStored: true, hasNewOwner: true, actions: [.recreate]),
        // Deletions of missing records
        Rule(
            sentence: "A user's deletion of a missing record is noted, and its content is forgotten",
            versions: [.user], isStored: false, actions: [.bury, .forgetContent, .release]),
        Rule(
            sentence: "So is an undo", versions: [.undo], isStored: false, isUsedByOthers: false,
            actions: [.bury, .forgetContent, .release]),
        Rule(
            sentence: "A deletion with an owner keeps the content", versions: [.cascade, .unstated],
            isStored: false, actions: [.bury, .release]),
        // Deletions of stored records
        Rule(
            sentence: "A user deletes a record", versions: [.user], isStored: true, alias: [.none],
            actions: [.delete, .bury, .forgetContent, .release]),
        Rule(
            sentence: "An undo deletes a record", versions: [.undo], isStored: true, isUsedByOthers: false,
            alias: [.none], actions: [.delete, .bury, .forgetContent, .release]),
        Rule(
            sentence: "An owner takes a record along", versions: [.cascade], isStored: true,
            hasNewOwner: false, alias: [.none], actions: [.delete, .bury, .release]),
        Rule(
            sentence: "A record is deleted without a reason", versions: [.unstated], isStored: true,
            alias: [.none], actions: [.delete, .bury, .release]),
        Rule(
            sentence: "A duplicate is merged into a stored record, by a user",
            versions: [.user], isStored: true, alias: [.stored],
            actions: [.mergeIntoAlias, .bury, .forgetContent, .release]),
        Rule(
            sentence: "A duplicate is merged, and an undo deleted it", versions: [.undo], isStored: true,
            isUsedByOthers: false, alias: [.stored],
            actions: [.mergeIntoAlias, .bury, .forgetContent, .release]),
        Rule(
            sentence: "A duplicate is merged, and its owner was deleted", versions: [.cascade],
            isStored: true, hasNewOwner: false, alias: [.stored], actions: [.mergeIntoAlias, .bury, .release]),
        Rule(
            sentence: "A duplicate is merged", versions: [.unstated], isStored: true, alias: [.stored],
            actions: [.mergeIntoAlias, .bury, .release]),
        Rule(
            sentence: "A duplicate waits for the record into which it is merged",
            versions: [.user, .unstated],
            isStored: true, alias: [.awaited, .same], actions: [.hold]),
        Rule(
            sentence: "So it does if an undo deleted it", versions: [.undo], isStored: true,
            isUsedByOthers: false, alias: [.awaited, .same], actions: [.hold]),
        Rule(
            sentence: "So it does if its owner was deleted", versions: [.cascade], isStored: true,
            hasNewOwner: false, alias: [.awaited, .same], actions: [.hold]),
    ]

    static let situations: [Situation] = {
        var all: [Situation] = []
        for version in Version.allCases {
            for age in Age.allCases {
                for origin in SyncOrigin.allCases {
                    for bits in 0..<16 {
                        for alias in LocalFacts.AliasState.allCases {
                            let incoming = record(version)
                            let local = LocalFacts(
                                causalLength: incoming.causalLength
                                    + (age == .older ? 1 : age == .newer ? -1 : 0),
                                isStored: bits & 1 != 0, isUnsent: bits & 2 != 0,
                                isUsedByOthers: bits & 4 != 0, hasNewOwner: bits & 8 != 0, alias: alias)
                            all.append(
                                Situation(
                                    version: version, age: age, origin: origin, local: local,
                                    incoming: incoming))
                        }
                    }
                }
            }
        }
        return all
    }()

    private static func clock(_ count: Int64, _ node: String) -> SyncClock {
        SyncClock(stamp: 1 << 50 + count, node: node) ?? .zero
    }

    /// A version by the node `a`. Only `undoDespiteEdits` has an edit of another node.
    static func record(_ version: Version, causalLength: Int? = nil) -> SyncRecord {
        let length = causalLength ?? (version == .alive ? 5 : 6)
        var record = SyncRecord(
            SyncKey(entity: "Place", id: UUID()), causalLength: length,
            fields: [
                "name": SyncField(.string("Prado"), at: clock(1, version == .undoDespiteEdits ? "b" : "a"))
            ])
        let cause: (Tombstone.Field, [String])? =
            switch version {
            case .alive, .unstated: nil
            case .user: (.user, [])
            case .undo, .undoDespiteEdits: (.undo, [])
            case .cascade: (.cascade, [UUID().uuidString])
            }
        if let (field, words) = cause {
            record.fields[field.rawValue] = SyncField(
                Tombstone.Field.value(causalLength: length, words), at: clock(2, "a"))
        }
        return record
    }

    @Test func `Every combination of states is decided by exactly one row of the table`() {
        #expect(Self.situations.count == 2_304)
        for situation in Self.situations {
            let rules = Self.rules.filter { $0.matches(situation) }
            #expect(rules.count == 1, "\(situation): \(rules.map(\.sentence))")
            if let rule = rules.first {
                #expect(situation.decision == rule.actions, "\(situation): \(rule.sentence)")
            }
        }
        for rule in Self.rules {
            #expect(Self.situations.contains { rule.matches($0) }, "\(rule.sentence)")
        }
    }

    /// The state after the actions, without the content of fields.
    private static func result(of actions: [SyncAction], _ local: LocalFacts, _ version: SyncRecord)
        -> LocalFacts
    {
        var local = local
        for action in actions {
            switch action {
            case .insert, .update:
                (local.isStored, local.causalLength) = (true, max(local.causalLength, version.causalLength))
            case .recreate:
                // The undo or the former owner has no effect on the re-created record.
                (local.isStored, local.causalLength) = (true, version.causalLength + 1)
            case .delete, .mergeIntoAlias: local.isStored = false
            case .bury: local.causalLength = version.causalLength
            case .hold, .release, .forgetContent, .leaveToOthers: break
            }
        }
        return local
    }

    @Test func `Applying a version again changes nothing more`() {
        for situation in Self.situations {
            let once = Self.result(of: situation.decision, situation.local, situation.incoming)
            let again = decide(once, situation.incoming, from: situation.origin)
            #expect(Self.result(of: again, once, situation.incoming) == once, "\(situation)")
            let isRepeated = again.contains { [.insert, .recreate, .delete, .mergeIntoAlias].contains($0) }
            #expect(!isRepeated, "\(situation): \(again)")
        }
    }

    @Test func `No decision makes a record older or writes over unsent edits`() {
        for situation in Self.situations {
            let result = Self.result(of: situation.decision, situation.local, situation.incoming)
            #expect(result.causalLength >= situation.local.causalLength, "\(situation)")
            if situation.isBlocked { #expect(result == situation.local, "\(situation)") }
        }
    }

    /// The record is in no relationship, and has no unsent edits.
    @Test(arguments: Version.allCases)
    func `Versions of a record have the same result in any order`(_ deletion: Version) {
        let versions =
            [(1, Version.alive), (2, deletion), (3, .alive), (4, .user), (5, .alive)].filter {
                $0.1 == .alive || $0.0 % 2 == 0
            }.map {
                Self.record($0.0 % 2 == 1 ? .alive : $0.1 == .alive ? .unstated : $0.1, causalLength: $0.0)
            }
        for last in 1...versions.count {
            let some = versions.prefix(last)
            // An undo that is refused adds a causal length, as if a device had re-created the record.
            let isRefused = last == 2 && deletion == .undoDespiteEdits
            let expected = isRefused ? 3 : last
            for order in Self.permutations(Array(some)) {
                let end = order.reduce(LocalFacts()) { local, version in
                    Self.result(of: decide(local, version, from: .page), local, version)
                }
                #expect(end.causalLength == expected, "\(order)")
                #expect(end.isStored == (expected % 2 == 1), "\(order)")
            }
        }
    }

    private static func permutations(_ records: [SyncRecord]) -> [[SyncRecord]] {
        if records.count < 2 { return [records] }
        return records.indices.flatMap { index in
            var rest = records
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}

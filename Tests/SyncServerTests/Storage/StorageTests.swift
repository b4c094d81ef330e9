import Foundation
import GRDB
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite("PostgreSQL availability")
struct PostgreSQLAvailabilityTests {
    @Test(
        .level(.default),
        .enabled(
            if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed: its tests are skipped"))
    func `PostgreSQL is tested if it is installed`() {
        #expect(StorageKind.testable.contains(.postgreSQL))
    }
}

@Suite("Storages")
struct StorageTests {
    @Test func `A deleted account leaves nothing in the file`() async throws {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(
            laptop, (1...50).map { .sample($0, ["name": .string("planted\($0) text")]) })
        try await test.storage.deleteAccount(named: "ada")
        await test.storage.close()
        var data = Data()
        for file in try FileManager.default.contentsOfDirectory(atPath: test.directory.path) {
            data += try Data(contentsOf: URL(fileURLWithPath: test.directory.file(file)))
        }
        #expect(data.count > 10_000)
        for number in 1...50 { #expect(data.range(of: Data("planted\(number) text".utf8)) == nil) }
    }

    @Test(arguments: StorageKind.testable)
    func `Accounts and devices are stored, and errors are named`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let storage = test.storage
        _ = try await storage.addAccount(named: "Żółw", at: TestStorage.time)
        await #expect(throws: AccountError.accountExists("Żółw")) {
            try await storage.addAccount(named: "Żółw", at: TestStorage.time)
        }
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        _ = try await storage.addDevice(
            named: "it's; --", account: "Żółw", token: token, at: TestStorage.time)
        await #expect(throws: AccountError.deviceExists("it's; --", account: "Żółw")) {
            try await storage.addDevice(
                named: "it's; --", account: "Żółw", token: token, at: TestStorage.time)
        }
        await #expect(throws: AccountError.noAccount("zolw")) {
            try await storage.addDevice(named: "x", account: "zolw", token: token, at: TestStorage.time)
        }
        let stored = try #require(try await storage.token(named: token.name))
        #expect(token.matches(stored.digest))
        #expect(!stored.isRevoked)
        #expect(stored.lastSeen == nil)
        #expect(!DeviceToken(using: &generator).matches(stored.digest))
        #expect(try await storage.token(named: "0000000000000000") == nil)

        let seen = TestStorage.time.addingTimeInterval(0.125)
        try await storage.updateLastSeen(stored.identity.device, at: seen)
        let device = try #require(try await storage.devices(ofAccount: "Żółw").first)
        #expect(device.lastSeen == seen)
        #expect(device.revoked == nil)
        #expect(device.created == TestStorage.time)
        #expect(try await storage.devices(ofAccount: nil).count == 1)
        await #expect(throws: AccountError.noAccount("x")) { try await storage.devices(ofAccount: "x") }

        _ = try await storage.revokeDevice(named: "it's; --", account: "Żółw", at: seen)
        #expect(try await storage.token(named: token.name)?.isRevoked == true)
        await #expect(throws: AccountError.alreadyRevoked("it's; --", account: "Żółw")) {
            try await storage.revokeDevice(named: "it's; --", account: "Żółw", at: seen)
        }
        await #expect(throws: AccountError.noDevice("y", account: "Żółw")) {
            try await storage.revokeDevice(named: "y", account: "Żółw", at: seen)
        }
        #expect(try await storage.accounts().map(\.devices) == [0])
        try await storage.deleteAccount(named: "Żółw")
        #expect(try await storage.accounts().isEmpty)
        #expect(try await storage.devices(ofAccount: nil).isEmpty)
        await #expect(throws: AccountError.noAccount("Żółw")) {
            try await storage.deleteAccount(named: "Żółw")
        }
        await storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Fields are merged, and each device gets the changes of others`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let phone = try await test.device("phone")
        let first = try await test.exchange(laptop, [.sample(1, ["name": .string("a"), "size": .int(1)])])
        #expect(first.merged.count == 1)
        #expect(first.changes.isEmpty)
        #expect(!first.more)

        // The phone edits another field. It also edits the name, but at an earlier time than the laptop.
        let edit = SyncRecord.sample(1, ["color": .string("red")], at: 900, node: "b")
        let older = SyncRecord.sample(1, ["name": .string("b")], at: 900, node: "b")
        let second = try await test.exchange(phone, [edit, older, .sample(2)])
        let merged = try #require(second.merged.first)
        #expect(
            merged.fields.mapValues(\.value) == [
                "name": .string("a"), "size": .int(1), "color": .string("red"),
            ])
        #expect(second.merged.count == 2, "a record that was sent twice is answered once")
        #expect(second.changes.isEmpty, "merged records aren't returned again")

        let third = try await test.exchange(laptop, token: first.token)
        #expect(Set(third.changes) == Set(second.merged))
        let nothing = try await test.exchange(laptop, token: third.token)
        #expect(nothing.changes.isEmpty)
        #expect(!nothing.more)
        #expect(try await test.storage.accounts().map(\.records) == [2])
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Sending a batch again changes nothing`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let phone = try await test.device("phone")
        let batch = UUID()
        let records = [SyncRecord.sample(1), .sample(2)]
        let first = try await test.exchange(laptop, records, batch: batch)
        // Meanwhile the phone edits the field at a later time, so repeating the laptop's batch must not
        // overwrite it.
        let now = Int64(TestStorage.time.timeIntervalSince1970 * 1000) + 5_000
        let edit = SyncRecord.sample(2, ["name": .string("later")], at: now, node: "b")
        let second = try await test.exchange(phone, [edit], at: TestStorage.time.addingTimeInterval(5))
        let place = try await test.pull(phone).token
        for hour in 1...3 {
            let again = try await test.exchange(
                laptop, records, batch: batch, at: TestStorage.time.addingTimeInterval(Double(hour) * 3_600))
            #expect(again.merged == [first.merged[0], second.merged[0]])
        }
        #expect(try await test.pull(phone, token: place).records.isEmpty, "nothing changed")
        await test.storage.close()
    }

    /// Sends a record with a clock that is too far ahead, and returns the clock of the refusal.
    private func refusal(
        of record: SyncRecord, _ test: TestStorage, _ device: Identity, at time: Date = TestStorage.time
    ) async throws -> SyncClock {
        let failure = await #expect(throws: SyncFailure.self) {
            try await test.exchange(device, [.sample(9), record], at: time)
        }
        #expect(failure?.code == .clockAhead)
        return try #require(failure?.clock)
    }

    @Test(arguments: StorageKind.testable)
    func `A request with a clock too far ahead is refused as a whole, with a clock that is accepted`(
        _ kind: StorageKind
    ) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let now = Int64(TestStorage.time.timeIntervalSince1970 * 1000)
        let limit = now + SyncLimits.clockTolerance
        let clock = try await refusal(of: .sample(1, at: limit + 1), test, laptop)
        #expect(try await test.pull(laptop).records.isEmpty)
        let next = try #require(SyncClock(stamp: clock.stamp + 1, node: "a"))
        let record = SyncRecord(
            SyncRecord.sample(1).key, fields: ["name": SyncField(.string("b"), at: next)])
        #expect(try await test.exchange(laptop, [record]).merged == [record])
        #expect(try await test.exchange(laptop, [.sample(2, at: limit)]).merged.count == 1)
        // While the server's clock was ahead, a version was stored. A later edit must still win.
        let tomorrow = TestStorage.time.addingTimeInterval(86_400)
        let late = SyncRecord.sample(3, at: now + 86_400_000)
        _ = try await test.exchange(laptop, [late], at: tomorrow)
        let later = try await refusal(of: .sample(3, at: now + 90_000_000), test, laptop)
        #expect(later.stamp > late.latestClock.stamp)
        let edit = SyncRecord(
            late.key,
            fields: [
                "name": SyncField(
                    .string("edit"), at: try #require(SyncClock(stamp: later.stamp + 1, node: "a")))
            ])
        #expect(try await test.exchange(laptop, [edit]).merged == [edit])
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `An import in the future is refused, and edits win over imports`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let now = Int64(TestStorage.time.timeIntervalSince1970 * 1000)
        func imported(at milliseconds: Int64) -> SyncRecord {
            let clock = SyncClock(stamp: milliseconds, node: "a") ?? .zero
            return SyncRecord(
                SyncRecord.sample(1).key, fields: ["name": SyncField(.string("import"), at: clock)])
        }
        let clock = try await refusal(of: imported(at: now + 365 * 86_400_000), test, laptop)
        let accepted = try await test.exchange(laptop, [imported(at: clock.milliseconds)])
        #expect(accepted.merged == [imported(at: clock.milliseconds)])
        // A manual edit is later than any import.
        let edit = SyncRecord.sample(1, ["name": .string("edited")], at: now - 1_000_000, node: "c")
        #expect(
            try await test.exchange(laptop, [edit]).merged.first?.fields["name"]?.value == .string("edited"))
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `An account keeps the first key, and refuses requests with another one`(
        _ kind: StorageKind
    ) async throws {
        let test = try await TestStorage(kind)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        #expect(try await test.storage.account(of: laptop, proposing: nil).key == nil)
        let keys = ["1", "2"].map { SyncAccountKey(account: UUID(), identifier: $0, check: "c" + $0) }
        // Both devices log in at once.
        async let first = test.storage.account(of: laptop, proposing: keys[0])
        async let second = test.storage.account(of: phone, proposing: keys[1])
        let known = try await [first, second].map(\.key)
        #expect(known[0] == known[1])
        let key = try #require(known[0])
        #expect(keys.contains(key))
        for device in [laptop, phone] {
            let account = try await test.storage.account(of: device, proposing: keys[1])
            #expect(account.key == key)
            #expect(account.devices.map(\.name).sorted() == ["laptop", "phone"])
        }
        for records in [[], [SyncRecord.sample(1)]] {
            for wrong in [nil, "3"] {
                let failure = await #expect(throws: SyncFailure.self) {
                    try await test.exchange(laptop, records, key: wrong)
                }
                #expect(failure?.code == .wrongKey)
            }
            _ = try await test.exchange(laptop, records, key: key.identifier)
        }
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A device whose clock is ahead has no effect on another account`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let (laptop, other) = (try await test.device(), try await test.device(of: "grace"))
        let ahead = Int64(TestStorage.time.timeIntervalSince1970 * 1000) + 4 * 60_000
        let first = try await test.exchange(laptop, [.sample(1, at: ahead)])
        #expect(first.merged.count == 1)
        // In the same account, what changes the record later is stamped later.
        #expect(try await test.exchange(laptop, [.sample(1)]).clock.milliseconds >= ahead)
        let clock = try await test.exchange(other, [.sample(1)]).clock
        #expect(clock.milliseconds <= Int64(TestStorage.time.timeIntervalSince1970 * 1000))
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Clocks never exceed the time of day by more than the tolerance`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let now = Int64(TestStorage.time.timeIntervalSince1970 * 1000)
        for step in 1...20 {
            // If stored clocks could move the limit, it would move from step to step.
            let record = SyncRecord.sample(
                1, ["name": .int(Int64(step))], at: now + Int64(step) * (SyncLimits.clockTolerance - 1))
            let answer = try? await test.exchange(laptop, [record])
            #expect((answer != nil) == (step == 1))
        }
        let clock = try await test.exchange(laptop).clock
        #expect(clock.milliseconds <= now + SyncLimits.clockTolerance)
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Deletions and recreated records reach other devices`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let phone = try await test.device("phone")
        let start = try await test.exchange(laptop, [.sample(1)]).token
        _ = try await test.exchange(phone, [.sample(1, [:], causalLength: 2)])
        let deleted = try await test.exchange(laptop, token: start)
        #expect(deleted.changes.map(\.isAlive) == [false])
        _ = try await test.exchange(
            laptop, [.sample(1, ["name": .string("again")], causalLength: 3, at: 2_000)])
        // The phone sends the old deletion after the record was restored.
        let late = try await test.exchange(phone, [.sample(1, [:], causalLength: 2)])
        #expect(late.merged[0].isAlive && late.merged[0].fields["name"]?.value == .string("again"))
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Accounts have separate data`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let ada = try await test.device(of: "ada")
        let bob = try await test.device(of: "bob")
        let hers = try await test.exchange(ada, [.sample(1, ["name": .string("hers")], at: 9_000)])
        // Bob uses the same record ID with an older clock. If the accounts weren't separate, he would receive
        // Ada's name.
        let his = try await test.exchange(bob, [.sample(1, ["name": .string("his")], at: 1)])
        #expect(his.merged[0].fields["name"]?.value == .string("his"))
        #expect(his.changes.isEmpty)
        #expect(try await test.pull(ada).records[0].fields["name"]?.value == .string("hers"))
        await #expect(throws: SyncFailure.self) { try await test.exchange(bob, token: hers.token) }
        try await test.storage.deleteAccount(named: "ada")
        #expect(try await test.pull(bob).records.count == 1)
        await #expect(throws: SyncFailure.self) { try await test.exchange(ada, [.sample(3)]) }
        await #expect(throws: SyncFailure.self) { try await test.exchange(ada) }
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A token of lost changes or other models, or an invalid one, is answered with 410`(
        _ kind: StorageKind
    ) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let token = try await test.exchange(laptop, [.sample(1)], entities: ["Tag"]).token
        let parts = token.split(separator: ".").map(String.init)
        let wrong = [
            "", "x", "1.2.3", "\(token)0", "2" + token.dropFirst(), "1.x.1.1.\(parts[4])",
            "1.\(parts[1]).-1.1.\(parts[4])", "1.\(parts[1]).1.99.\(parts[4])", "1.\(parts[1]).1.1.7",
            "1.\(parts[1]).0.0.\(parts[4])", "' OR 1=1 --",
        ]
        for token in wrong {
            for records in [[], [SyncRecord.sample(7)]] {
                let failure = await #expect(throws: SyncFailure.self) {
                    try await test.exchange(laptop, records, token: token, entities: ["Tag"])
                }
                #expect(failure?.code == .tokenExpired)
            }
        }
        let failure = await #expect(throws: SyncFailure.self) {
            try await test.exchange(laptop, token: token, entities: ["Tag", "Issue"])
        }
        #expect(failure?.code == .tokenExpired)
        #expect(try await test.exchange(laptop, token: token, entities: ["Tag"]).changes.isEmpty)
        #expect(try await test.pull(laptop).records.count == 1, "what was refused as a whole wrote nothing")
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A node whose last batch the sender doesn't know is answered with 409`(_ kind: StorageKind)
        async throws
    {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        func send(
            _ number: Int?, batch: UUID = UUID(), previous: [UUID] = [], node: String = "n"
        ) async throws -> SyncFailure.Code? {
            let request = SyncRequest(
                batch: batch, records: number.map { [.sample($0)] } ?? [], node: node, previous: previous)
            do {
                _ = try await test.storage.exchange(
                    Exchange(identity: laptop, request: request, time: TestStorage.time), clock: test.clock)
                return nil
            } catch let failure as SyncFailure {
                return failure.code
            }
        }
        let (first, second, third) = (UUID(), UUID(), UUID())
        #expect(try await send(1, batch: first) == nil)
        #expect(try await send(2, batch: second, previous: [first]) == nil)
        #expect(try await send(2, batch: second, previous: [first]) == nil, "the same batch again")
        for number in [nil, 3] {
            #expect(try await send(number, previous: [first]) == .copied)
            #expect(try await send(number, previous: [first], node: "other") == nil)
        }
        // After a lost answer, the sender doesn't know which of its batches arrived.
        #expect(try await send(4, batch: third, previous: [first, second, UUID()]) == nil)
        #expect(try await send(nil) == nil, "a sender that has forgotten its batches")
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Changes are returned in pages, in order, of the requested models`(_ kind: StorageKind) async throws
    {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let phone = try await test.device("phone")
        let records = (1...257).map { SyncRecord.sample($0, entity: $0 % 3 == 0 ? "Issue" : "Tag") }
        for part in stride(from: 0, to: records.count, by: 100) {
            _ = try await test.exchange(laptop, Array(records[part..<min(part + 100, records.count)]))
        }
        let all = try await test.pull(phone, limit: 10)
        #expect(all.records == records)
        #expect(all.pages == 26)
        let issues = try await test.pull(phone, limit: 10, entities: ["Issue", "Nothing"])
        #expect(issues.records == records.filter { $0.key.entity == "Issue" })
        #expect(issues.pages == 9)
        #expect(try await test.pull(phone, entities: ["Nothing"]).records.isEmpty)
        // An edit moves a record to the end of the list of changes, even if a device has read only some
        // pages.
        let half = try await test.exchange(phone, limit: 100)
        _ = try await test.exchange(laptop, [.sample(1, ["name": .string("new")], at: 2_000)])
        let rest = try await test.pull(phone, token: half.token)
        #expect(rest.records.count == 158 && rest.records.last?.key == records[0].key)
        await test.storage.close()
    }

    @Test(.level(.default), arguments: StorageKind.testable)
    func `A page ends before it is too large`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let phone = try await test.device("phone")
        let (text, other) = (String(repeating: "x", count: 200_000), String(repeating: "y", count: 200_000))
        var token: String?
        for number in 1...15 {
            // Without the last token, the laptop would also receive all its own changes.
            token = try await test.exchange(
                laptop, [.sample(number, ["name": .string(text), "note": .string(other)])], token: token
            ).token
        }
        let all = try await test.pull(phone)
        #expect(all.records.count == 15)
        #expect(all.pages == 3)
        #expect(all.records.map(\.key) == (1...15).map { SyncRecord.sample($0).key })
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A batch whose merged records exceed the response size is refused`(_ kind: StorageKind) async throws
    {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let text = SyncValue.string(String(repeating: "x", count: 1_000))
        _ = try await test.exchange(laptop, (1...8).map { .sample($0, ["a": text, "b": text]) })
        let database = test.storage.database
        func send(_ records: [SyncRecord], atMost size: Int) async throws -> SyncAnswer {
            try await SQLStorage(database: database, mergedSizeLimit: size).exchange(
                Exchange(
                    identity: laptop, request: SyncRequest(batch: UUID(), records: records),
                    time: TestStorage.time), clock: test.clock)
        }
        let edits = (1...8).map { SyncRecord.sample($0, ["a": .int(1)], at: 2_000) }
        let failure = await #expect(throws: SyncFailure.self) { try await send(edits, atMost: 6_000) }
        #expect(failure?.code == .tooLarge)
        let kept = try await test.pull(laptop).records
        #expect(kept.allSatisfy { $0.fields["a"]?.value == text }, "nothing was kept")
        #expect(try await send(Array(edits.prefix(4)), atMost: 6_000).merged.count == 4)
        // An answer contains at least one record, even if that record exceeds the limit.
        #expect(try await send(Array(edits.suffix(1)), atMost: 10).merged.count == 1)
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Records that can't be stored are refused, and the rest of the batch is accepted`(
        _ kind: StorageKind
    ) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let big = String(repeating: "x", count: SyncLimits.sealedRecordSize / 4)
        let five = ["a", "b", "c", "d", "e"]
        // The fields of each request fit into a record, but the merged record would exceed the size limit.
        _ = try await test.exchange(
            laptop,
            [
                .sample(
                    1,
                    Dictionary(uniqueKeysWithValues: five.prefix(3).map { ($0, SyncValue.string($0 + big)) }))
            ]
        )
        let answer = try await test.exchange(
            laptop,
            [
                .sample(
                    1,
                    Dictionary(uniqueKeysWithValues: five.suffix(2).map { ($0, SyncValue.string($0 + big)) })),
                .sample(2, ["name": .string(big + big + "x")]), .sample(3, ["na me": .null]),
                .sample(4, causalLength: 0),
                .sample(5, entity: "a.b"), .sample(6),
            ])
        #expect(
            answer.refused.map(\.reason) == [
                .recordTooLarge, .fieldTooLarge, .badName, .badCausalLength, .badName,
            ])
        #expect(answer.merged.map(\.key) == [SyncRecord.sample(6).key])
        #expect(try await test.pull(laptop).records.map(\.fields.count) == [3, 1])
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Every character is preserved`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let texts = [
            "", "\u{0}", "a\u{0}b", "é", "e\u{301}", "'; DROP TABLE sync_record; --", "$1 ? ?1 :x", "\\x00",
            "👩‍🚀", "\u{7F}\u{85}",
            "\u{FFFD}", "\u{202E}",
        ]
        let records = texts.enumerated().map {
            SyncRecord.sample($0.offset + 1, ["text": .string($0.element)])
        }
        _ = try await test.exchange(laptop, records)
        #expect(try await test.pull(laptop).records == records)
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Batches that arrive in any order at the same time give the same result`(_ kind: StorageKind)
        async throws
    {
        let test = try await TestStorage(kind)
        var random = SeededGenerator("StorageTests.concurrency, \(kind.rawValue)")
        var batches: [[SyncRecord]] = []
        var expected: [SyncKey: SyncRecord] = [:]
        for _ in 0..<60 {
            let batch = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                SyncRecord.sample(
                    Int.random(in: 1...20, using: &random),
                    [
                        ["a", "b", "c"].randomElement(using: &random) ?? "a": .int(
                            .random(in: 0...9, using: &random))
                    ],
                    causalLength: .random(in: 1...4, using: &random), at: .random(in: 0...50, using: &random),
                    node: ["a", "b", "c"].randomElement(using: &random) ?? "a")
            }
            for record in batch {
                expected[record.key] = expected[record.key]?.merged(with: record) ?? record
            }
            batches.append(batch)
        }
        var devices: [Identity] = []
        for number in 0..<6 { devices.append(try await test.device("\(number)")) }
        let reader = try await test.device("reader")

        // While records are written, another device reads pages. It must not miss any change.
        async let reading = {
            var seen: [SyncKey: SyncRecord] = [:]
            var token: String?
            for _ in 0..<40 {
                let answer = try await test.exchange(reader, token: token, limit: 3)
                for record in answer.changes { seen[record.key] = record }
                token = answer.token
            }
            return (seen, token)
        }()
        try await withThrowingTaskGroup { group in
            for (number, device) in devices.enumerated() {
                let mine = stride(from: number, to: batches.count, by: devices.count).map { batches[$0] }
                group.addTask {
                    for batch in mine { _ = try await test.exchange(device, batch + batch.prefix(1)) }
                }
            }
            try await group.waitForAll()
        }
        var (seen, token) = try await reading
        for record in try await test.pull(reader, token: token, limit: 3).records {
            seen[record.key] = record
        }
        #expect(seen == expected)
        let final = try await test.pull(reader).records
        #expect(Dictionary(uniqueKeysWithValues: final.map { ($0.key, $0) }) == expected)
        await test.storage.close()
    }
}

@Suite("Quotas")
struct QuotaTests {
    @Test(arguments: StorageKind.testable)
    func `Records that exceed the quota are refused, and the others are taken`(_ kind: StorageKind)
        async throws
    {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        let long = String(repeating: "x", count: 3_000)
        let records = (1...4).map { SyncRecord.sample($0, ["text": .string(long)]) }
        let answer = try await test.exchange(laptop, records, quota: 10_000)
        #expect(answer.merged.map(\.key) == records.prefix(3).map(\.key))
        #expect(answer.refused.map(\.key) == [records[3].key])
        #expect(answer.refused.map(\.reason) == [.quotaExceeded])
        let sizes = records.prefix(3).reduce(0) { $0 + $1.encoded().count }
        #expect(answer.room == 10_000 - sizes)
        #expect(try await test.storage.accounts().first?.bytes == sizes)
        #expect(try await test.storage.usage() == StorageUsage(accounts: 1, bytes: sizes))

        // Deletions are taken even if there is no room at all. Shorter texts make room.
        let deleted = try await test.exchange(laptop, [.sample(1, [:], causalLength: 2)], quota: 1_000)
        #expect(deleted.merged.first?.causalLength == 2)
        #expect(deleted.refused.isEmpty)
        #expect(deleted.room == 0)
        let short = SyncRecord.sample(2, ["text": .string("x")], at: 2_000)
        #expect(try await test.exchange(laptop, [short], quota: 10_000).refused.isEmpty)
        let again = try await test.exchange(laptop, [records[3]], quota: 10_000)
        #expect(again.refused.isEmpty)
        // The same batch again changes nothing.
        let room = try await test.exchange(laptop, [records[3]], quota: 10_000).room
        #expect(room == again.room)
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A backup keeps the sizes of accounts`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1)])
        let usage = try await test.storage.usage()
        #expect(usage.bytes > 0)
        let path = test.directory.file("backup.store")
        try await test.storage.backup(to: path)
        let copy = try StorageLocation.file(path: path).open(connections: 1)
        #expect(try await copy.usage() == usage)
        await copy.close()
        await test.storage.close()
    }
}

@Suite("File storage")
struct FileStorageTests {
    @Test func `Each commit is flushed to disk, so a power failure loses nothing acknowledged`() async throws
    {
        let directory = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: directory.file("sync.store"), creates: true)
        let settings = try await database.write { connection in
            try ["synchronous", "trusted_schema"].map {
                try connection.run("PRAGMA \($0)").first?.integer(0)
            }
        }
        // `synchronous` must be 2, which means FULL.
        #expect(settings == [2, 0])
        await database.close()
    }
}

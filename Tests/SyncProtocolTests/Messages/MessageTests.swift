import Foundation
import Testing

@testable import SyncProtocol

@Suite("Messages between client and server")
struct MessageTests {
    private static let clock = "0000000000010000-a"

    @Test func `Decoding an encoded message gives the same message`() throws {
        var random = RandomRecords()
        for _ in 0..<300 {
            let records = (0..<random.below(5)).map { _ in
                random.record(SyncKey(entity: "Issue", id: UUID()))
            }
            let request = SyncRequest(
                batch: UUID(), token: random.below(2) == 0 ? nil : "epoch-\u{7}-12", records: records,
                limit: 10,
                entities: ["Issue", "Tag"], key: "0123456789abcdef")
            #expect(try SyncRequest(decoding: request.encoded()) == request)
            #expect(request.encoded() == request.encoded())

            let answer = SyncAnswer(
                merged: records, refused: [SyncRefusal(.sample, reason: .badName, message: "“a b”")],
                changes: records.reversed(), token: "t",
                more: random.below(2) == 0, clock: random.clock())
            #expect(try SyncAnswer(decoding: answer.encoded()) == answer)
        }
        for failure in [
            SyncFailure(.tokenExpired, message: "Begin again."),
            SyncFailure(.clockAhead, message: "Too far ahead.", clock: random.clock()),
        ] {
            #expect(try SyncFailure(decoding: failure.encoded()) == failure)
        }
        let key = SyncAccountKey(account: UUID(), identifier: "0123456789abcdef", check: "0123")
        let devices = [
            SyncAccount.Device(name: "“laptop”", lastSeen: Date(timeIntervalSince1970: 1_700_000_000.125)),
            SyncAccount.Device(name: "phone", lastSeen: nil),
        ]
        for account in [SyncAccount(key: key, devices: devices), SyncAccount(key: nil)] {
            #expect(try SyncAccount(decoding: account.encoded()) == account)
        }
    }

    @Test func `Decoding a stored record gives the same record`() throws {
        var random = RandomRecords()
        for _ in 0..<300 {
            let record = random.record(.sample)
            #expect(try SyncRecord(decoding: record.encoded()) == record)
        }
        #expect(throws: SyncDecodingError.self) { try SyncRecord(decoding: Array("{}".utf8)) }
    }

    @Test func `Control characters are escaped`() {
        var random = RandomRecords()
        for _ in 0..<100 {
            let body = SyncRequest(batch: UUID(), records: [random.record(.sample)]).encoded()
            #expect(body.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
    }

    @Test func `Numbers keep their value`() throws {
        for number in [
            3.0, -0.0, 0.1, 1e300, Double.leastNonzeroMagnitude, 9_007_199_254_740_992,
            1_152_921_504_606_846_976,
        ] {
            let value = SyncValue.double(number)
            #expect(try roundTrip(value) == value)
        }
        for number in [Int64.min, -1, 0, .max] { #expect(try roundTrip(.int(number)) == .int(number)) }
        #expect(try roundTrip(.double(.infinity)) == .null)
    }

    @Test func `Unknown keys are ignored`() throws {
        let body = #"""
            {"batch":"00000000-0000-0000-0000-000000000001","new":{"a":[1]},"records":[
              {"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":1,"colour":"red",
               "fields":{"name":["bug","0000000000010000-a"]}}]}
            """#
        let request = try SyncRequest(decoding: Array(body.utf8))
        #expect(request.records.first?.fields["name"]?.value == .string("bug"))
        #expect(request.limit == SyncLimits.recordsPerBatch)
    }

    @Test(arguments: [
        #""Tag""#, #"{"entity":"Tag","life":1}"#, #"{"entity":"Tag","id":"x","life":1}"#,
        #"{"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":0}"#,
        #"{"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":99999999999}"#,
        #"{"entity":"Tag; DROP","id":"00000000-0000-0000-0000-000000000002","life":1}"#,
        #"{"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":1,"fields":{"name":["bug"]}}"#,
        #"{"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":1,"fields":{"../n":[1,"\#(clock)"]}}"#,
        #"{"entity":"Tag","id":"00000000-0000-0000-0000-000000000002","life":1,"fields":{"n":[{},"\#(clock)"]}}"#,
    ])
    func `An unreadable record doesn't affect the others`(bad: String) throws {
        let body = #"""
            {"batch":"00000000-0000-0000-0000-000000000001","records":[\#(bad),
              {"entity":"Tag","id":"00000000-0000-0000-0000-000000000003","life":2}]}
            """#
        let request = try SyncRequest(decoding: Array(body.utf8))
        #expect(request.records.map(\.causalLength) == [2])
        #expect(request.unreadable.count == 1)
    }

    @Test(arguments: [
        "", " ", "{", "[]", "null", "{}", #"{"batch":1}"#, #"{"batch":"x"}"#,
        #"{"batch":"00000000-0000-0000-0000-000000000001",}"#,
        #"{"batch":"00000000-0000-0000-0000-000000000001"} x"#, "\u{FEFF}{}", "{'batch':1}",
        #"{"batch":"00000000-0000-0000-0000-000000000001","records":{}}"#,
        #"{"batch":"00000000-0000-0000-0000-000000000001","token":7}"#,
        "[01]", "[1.]", "[.5]", "[1e]", "[+1]", "[1e999]",
        #"["\ud800"]"#, #"["\x"]"#, "[\"\u{1}\"]", "nul", "truefalse",
    ])
    func `Text that isn't a request is refused`(body: String) {
        #expect(throws: SyncDecodingError.self) { try SyncRequest(decoding: Array(body.utf8)) }
    }

    @Test func `Depth, size and count are limited`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: SyncDecodingError.tooDeep(limit: SyncLimits.depth)) {
            try SyncRequest(decoding: Array(deep.utf8))
        }
        let large = Array(repeating: UInt8(ascii: " "), count: SyncLimits.bodySize + 1)
        #expect(throws: SyncDecodingError.tooLarge(bytes: large.count, limit: SyncLimits.bodySize)) {
            try SyncRequest(decoding: large)
        }
        let many = SyncRequest(
            batch: UUID(),
            records: Array(repeating: SyncRecord(.sample), count: SyncLimits.recordsPerBatch + 1))
        #expect(throws: SyncDecodingError.tooManyRecords(count: 501, limit: 500)) {
            try SyncRequest(decoding: many.encoded())
        }
    }

    @Test func `Decoding arbitrary bytes always ends`() {
        var random = RandomRecords()
        let good = Array(SyncRequest(batch: UUID(), records: [random.record(.sample)]).encoded())
        for _ in 0..<3_000 {
            var bytes = good
            for _ in 0...random.below(4) {
                let index = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[index] = UInt8(random.below(256))
                case 1: bytes.removeSubrange(index...)
                default: bytes.insert(contentsOf: bytes[..<index], at: index)
                }
                if bytes.isEmpty { break }
            }
            let request = try? SyncRequest(decoding: bytes)
            #expect(request?.records.allSatisfy { $0.sealedRefusalReason == nil } != false)
        }
    }

    @Test func `A field or record beyond a limit is reported with the limit's name`() {
        let long = SyncValue.string(String(repeating: "a", count: SyncLimits.fieldSize + 1))
        var record = SyncRecord(.sample, fields: ["name": SyncField(long, at: .zero)])
        #expect(record.refusalReason == .fieldTooLarge)
        let full = SyncValue.string(String(repeating: "a", count: SyncLimits.fieldSize))
        record.fields = Dictionary(
            uniqueKeysWithValues: (0..<5).map { ("f\($0)", SyncField(full, at: .zero)) })
        #expect(record.refusalReason == .recordTooLarge)
        record.fields = ["tags/00000000-0000-0000-0000-00000000000a": SyncField(.bool(true), at: .zero)]
        #expect(record.refusalReason == .badName)
        record.fields = [:]
        #expect(record.refusalReason == nil)
    }

    @Test func `A record at a limit is valid and can be decoded, and one beyond it is refused`() throws {
        func record(_ name: String = "a", causalLength: Int = 1, fields: Int = 0) -> SyncRecord {
            let all = (0..<fields).map { ("f\($0)", SyncField(.null, at: .zero)) }
            return SyncRecord(
                SyncKey(entity: name, id: UUID()), causalLength: causalLength,
                fields: Dictionary(uniqueKeysWithValues: all))
        }
        let name = String(repeating: "a", count: SyncLimits.nameLength)
        for record in [
            record(name), record(causalLength: 1), record(causalLength: SyncLimits.maximumCausalLength),
            record(fields: SyncLimits.fieldsPerRecord),
        ] {
            #expect(record.refusalReason == nil)
            #expect(record.sealedRefusalReason == nil)
            let request = SyncRequest(batch: UUID(), records: [record])
            #expect(try SyncRequest(decoding: request.encoded()) == request)
        }
        #expect(record("").refusalReason == .badName)
        #expect(record(name + "a").refusalReason == .badName)
        #expect(record(causalLength: 0).refusalReason == .badCausalLength)
        #expect(record(causalLength: SyncLimits.maximumCausalLength + 1).refusalReason == .badCausalLength)
        #expect(record(fields: SyncLimits.fieldsPerRecord + 1).refusalReason == .tooManyFields)
        #expect(record(fields: SyncLimits.fieldsPerRecord + 1).sealedRefusalReason == nil)
        #expect(record(fields: SyncLimits.fieldsPerRecord + 2).sealedRefusalReason == .tooManyFields)
    }

    @Test func `A text that many fields have is written once, and counts once`() throws {
        let text = String(repeating: "a", count: 100_000)
        let early = SyncClock(stamp: 1, node: "a") ?? .zero
        var record = SyncRecord(.sample)
        for number in 0..<100 {
            record.fields["f\(number)"] = SyncField(.string(text), at: number < 50 ? .zero : early)
        }
        #expect(record.encoded().count < 110_000)
        #expect(record.sealedRefusalReason == nil)
        #expect(try SyncRecord(decoding: record.encoded()) == record)
        for number in 0..<50 {
            record.fields["f\(number)"] = SyncField(.string("\(number)" + text), at: early)
        }
        #expect(record.sealedRefusalReason == .recordTooLarge)
        record.fields = [
            "name": SyncField(
                .string(String(repeating: "a", count: SyncLimits.sealedTextSize + 1)), at: early)
        ]
        #expect(record.sealedRefusalReason == .fieldTooLarge)
    }

    @Test(arguments: [
        #"[{"fields":{"x":["a"]},"text":"t"}]"#, #"[{"fields":{"0000000000010000-a":["a","a"]},"text":"t"}]"#,
        #"[{"fields":{"0000000000010000-a":["a"]}}]"#, #"[{"fields":{"0000000000010000-a":[1]},"text":"t"}]"#,
        "[1]", "1",
    ])
    func `Invalid lists of texts are refused`(texts: String) {
        let body = #"{"entity":"Tag","fields":{},"id":"\#(UUID())","life":1,"texts":\#(texts)}"#
        #expect(throws: SyncDecodingError.self) { try SyncRecord(decoding: Array(body.utf8)) }
    }

    private func roundTrip(_ value: SyncValue) throws -> SyncValue? {
        let record = SyncRecord(.sample, fields: ["f": SyncField(value, at: .zero)])
        return try SyncRequest(decoding: SyncRequest(batch: UUID(), records: [record]).encoded())
            .records.first?.fields["f"]?.value
    }
}

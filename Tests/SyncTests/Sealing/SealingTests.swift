import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

@Suite("Sealing", .enabled(if: CryptoLibrary.shared != nil, "libcrypto is not installed"))
struct SealingTests {
    private let keys: AccountKeys
    private let other: AccountKeys

    init() throws {
        keys = try AccountKeys.test()
        other = try AccountKeys.test(account: UUID())
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        stride(from: 0, to: hexadecimal.count, by: 2).compactMap { start in
            UInt8(hexadecimal.dropFirst(start).prefix(2), radix: 16)
        }
    }

    private func record(_ text: String = "Fix login") throws -> SyncRecord {
        let early = try #require(SyncClock(milliseconds: 1_000, node: "a"))
        let late = try #require(SyncClock(milliseconds: 2_000, node: "a"))
        let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
        return SyncRecord(
            SyncKey(entity: "Issue", id: id), causalLength: 1,
            fields: [
                "title": SyncField(.string(text), at: late, base: early),
                "priority": SyncField(.int(2), at: early),
                "due": SyncField(.null, at: early), "rate": SyncField(.double(0.5), at: late),
            ])
    }

    /// Computed with Python's `cryptography` 48.
    @Test func `Keys, names and sealed bytes are those of another implementation`() throws {
        #expect(keys.identifier == "cf7a808780558ec5")
        #expect(keys.accountKey.check == "21c21d7111bad8afc62edd11de77e4c1")
        #expect(try keys.publicName("Issue", "title") == "89c6cefa40856d23fffd6772")
        let sealed = bytes(
            "b9582df87ddfe2bb8a2eef660e425265e53d479e759d21e45df7958863efd772dc01d9e7e7fdfbdf994327fc440f06bbab"
        )
        #expect(try keys.opened(sealed, with: Array("clear".utf8)) == Array("Fix login".utf8))
        #expect(try keys.sealed(Array("Fix login".utf8), with: Array("clear".utf8)) == sealed)
    }

    /// Computed with Python's `cryptography` 48.
    @Test func `A record that another implementation sealed is opened`() throws {
        let text = """
            jyFZmMEdl+c58LpWFri7tjLmKCVQLmGJIh2Epr13gG7fZuI5FEdo9fHccG9y91jx9zkmvrAVDYaifV8ZggVPAkfgzELmzmbwWAW4rkzy\
            60OwN3reQ13HjY/EMmhbbFdpqPBXnGPJ0eT8oxtsnMwxUrvOQFoFKgzAjg==
            """
        let clock = try #require(SyncClock("019b76da90000000-9f3a"))
        let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
        let sealed = SyncRecord(
            SyncKey(entity: "107d71d9015f6e8af71abc8f", id: id),
            fields: [
                "473505e6f20f45f3b355cf7b": SyncField(.string(text), at: clock),
                "life": SyncField(.string(text), at: SyncClock(stamp: 1, node: "9f3a") ?? .zero),
            ])
        let record = SyncRecord(
            SyncKey(entity: "Tag", id: id), fields: ["name": SyncField(.string("bug"), at: clock)])
        #expect(try keys.opened(sealed) == record)
        #expect(try keys.opened(keys.sealed(record, by: "9f3a")) == record)
    }

    @Test func `A record is sealed once for all its fields, and opened again`() throws {
        let record = try record()
        let sealed = try keys.sealed(record, by: "a")
        #expect(sealed.fields.count == record.fields.count + 1)
        #expect(Set(sealed.fields.values.map(\.value)).count == 1)
        #expect(try keys.opened(sealed) == record)
        #expect(try keys.opened(SyncRecord(decoding: sealed.encoded())) == record)
        #expect(try keys.sealed(record, by: "a") == sealed, "a retry gives equal bytes")
        let clear = String(decoding: sealed.encoded(), as: UTF8.self)
        for word in ["Issue", "title", "priority", "Fix", "login"] { #expect(!clear.contains(word)) }
        // A record without fields has its causal length.
        let deleted = SyncRecord(record.key, causalLength: 2)
        #expect(try keys.opened(keys.sealed(deleted, by: "a")) == deleted)
    }

    @Test func `Sealed records take at most four tenths of their plain bytes on the wire`() throws {
        var random = SeededGenerator(quiet: 5)
        let words = ["green", "tiles", "Lechner", "square", "yellow", "catalogue", "room", "built", "loan"]
        let plain = try (0..<500).map { number in
            let clock = SyncClock(milliseconds: 1_764_000_000_000, node: "9f3a7c1d")
            var fields: [String: SyncField] = [:]
            for index in 0..<30 {
                let value: SyncValue =
                    switch index % 3 {
                    case 0:
                        .string(
                            (0..<4).compactMap { _ in words.randomElement(using: &random) }.joined(
                                separator: " "))
                    case 1: .int(Int64.random(in: 0..<10_000, using: &random))
                    default: .null
                    }
                fields["property\(index)"] = SyncField(value, at: try #require(clock))
            }
            return SyncRecord(SyncKey(entity: "Exhibit", id: UUID()), fields: fields)
        }
        let sealed = try plain.map { try keys.sealed($0, by: "9f3a7c1d") }
        let size = SyncRequest(batch: UUID(), records: plain).encoded().count
        let body = SyncRequest(batch: UUID(), records: sealed, key: keys.identifier).encoded()
        let packed = try #require(Deflate.packedBody(body))
        #expect(packed.count * 10 < size * 4, "\(packed.count) of \(size) bytes")
        #expect(try Deflate.shared?.unpacked(packed, limit: SyncLimits.bodySize) == Array(body))
    }

    @Test func `What a server merges is what devices would merge`() throws {
        var random = SeededGenerator(quiet: 4)
        let id = UUID()
        for _ in 0..<300 {
            var (plain, sealed): (SyncRecord?, SyncRecord?)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                var fields: [String: SyncField] = [:]
                for name in ["title", "due", "tags/\(id)", "_meant"] where Bool.random(using: &random) {
                    let clock = SyncClock(
                        milliseconds: Int64.random(in: 1...1_000_000, using: &random), node: "a")
                    fields[name] = SyncField(
                        .int(Int64.random(in: 0...9, using: &random)), at: try #require(clock))
                }
                let record = SyncRecord(
                    SyncKey(entity: "Issue", id: id), causalLength: Int.random(in: 1...5, using: &random),
                    fields: fields)
                plain = plain?.merged(with: record) ?? record
                let other = try keys.sealed(record, by: Bool.random(using: &random) ? "a" : "b")
                sealed = sealed?.merged(with: other) ?? other
            }
            #expect(try keys.opened(#require(sealed)) == plain)
        }
    }

    @Test func `A flipped bit in any sealed byte is refused`() throws {
        let sealed = try keys.sealed(try record(), by: "a")
        let text = try #require(sealed.fields["life"]?.value.text)
        let bytes = Array(try #require(Data(base64Encoded: text)))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            let value = SyncValue.string(Data(changed).base64EncodedString())
            var record = sealed
            record.fields = sealed.fields.mapValues { SyncField(value, at: $0.clock) }
            #expect(throws: SealingError.tampered) { try keys.opened(record) }
        }
    }

    @Test func `A change of any clear part is refused`() throws {
        let sealed = try keys.sealed(try record(), by: "a")
        let title = try keys.publicName("Issue", "title")
        let priority = try keys.publicName("Issue", "priority")
        let clock = try #require(SyncClock(milliseconds: 3_000, node: "a"))
        func changed(
            entity: String? = nil, id: UUID? = nil, length: Int? = nil,
            _ change: (inout [String: SyncField]) -> Void = { _ in }
        ) -> SyncRecord {
            var fields = sealed.fields
            change(&fields)
            return SyncRecord(
                SyncKey(entity: entity ?? sealed.key.entity, id: id ?? sealed.key.id),
                causalLength: length ?? sealed.causalLength, fields: fields)
        }
        let value = try #require(sealed.fields[title]?.value)
        let wrong: [String: SyncRecord] = [
            "another model": changed(entity: try keys.publicName("Tag")),
            "another record": changed(id: UUID()),
            "a raised length": changed(length: 3),
            "a raised length with its clock": changed(length: 3) {
                $0["life"] = SyncField(value, at: SyncClock(stamp: 3, node: "a") ?? .zero)
            },
            "no evidence of the length": changed { $0["life"] = nil },
            "swapped fields": changed {
                ($0[title], $0[priority]) = ($0[priority], $0[title])
            },
            "another clock": changed { $0[title] = SyncField(value, at: clock) },
            "another node": changed {
                $0[title] = SyncField(value, at: SyncClock(milliseconds: 2_000, node: "b") ?? .zero)
            },
            "a field that its writer didn't send": changed {
                $0["89c6cefa40856d23fffd6773"] = SyncField(value, at: clock)
            },
            "a clear value": changed { $0[title] = SyncField(.string("Fix login"), at: clock) },
            "a long clear value": changed {
                $0[title] = SyncField(.string(String(repeating: "a", count: 200)), at: clock)
            },
            "no fields": SyncRecord(sealed.key),
        ]
        for (change, record) in wrong {
            #expect(throws: SealingError.tampered, "\(change)") { try keys.opened(record) }
        }
        // A server can leave out a field. Only that is left to it.
        #expect(try keys.opened(changed { $0[title] = nil }).fields.count == 3)
    }

    @Test func `Sealed texts of another record, account or key are refused`() throws {
        let first = try keys.sealed(try record(), by: "a")
        var second = try keys.sealed(SyncRecord(SyncKey(entity: "Issue", id: UUID())), by: "a")
        second.fields = first.fields
        #expect(throws: SealingError.tampered) { try keys.opened(second) }
        #expect(throws: SealingError.tampered) { try other.opened(first) }
        let renamed = SyncRecord(
            SyncKey(entity: try other.publicName("Issue"), id: first.key.id), fields: first.fields)
        #expect(throws: SealingError.tampered) { try other.opened(renamed) }
    }

    @Test func `A thousand equal rows have a thousand nonces`() throws {
        var nonces: Set<String> = []
        let clock = try #require(SyncClock(milliseconds: 1_000, node: "a"))
        for _ in 0..<1_000 {
            let record = SyncRecord(
                SyncKey(entity: "Tag", id: UUID()), fields: ["name": SyncField(.string("same"), at: clock)])
            let text = try #require(try keys.sealed(record, by: "a").fields["life"]?.value.text)
            // The first 16 digits of Base64 are 12 bytes.
            nonces.insert(String(text.prefix(16)))
        }
        #expect(nonces.count == 1_000)
    }

    @Test func `A batch's identifier reveals nothing about its content, and stays the same`() throws {
        let id = UUID()
        #expect(try keys.hidden(id) == keys.hidden(id))
        #expect(try keys.hidden(id) != id)
        #expect(try keys.hidden(id) != other.hidden(id))
    }

    @Test func `A text that says it is larger than a record is not unpacked`() throws {
        let large = [UInt8](repeating: 0x20, count: AccountKeys.textLimit + 1)
        let sealed = try keys.sealed(large, with: [])
        #expect(sealed.count < 20_000)
        #expect(throws: SealingError.tooLarge) { try keys.opened(sealed, with: []) }
    }
}

@Suite("Code of an account's key")
struct KeyCodeTests {
    @Test func `A code is read however it is typed`() throws {
        var random = SeededGenerator(quiet: 1)
        for _ in 0..<100 {
            let code = KeyCode(using: &random)
            #expect(code.text.count == 32)
            #expect(KeyCode(code.text) == code)
            #expect(KeyCode(code.text.lowercased().replacing("-", with: " ")) == code)
            #expect(KeyCode(code.text.replacing("0", with: "o").replacing("1", with: "l")) == code)
        }
    }

    @Test func `Every wrong character and every exchange of neighbours is noticed`() throws {
        var random = SeededGenerator(quiet: 2)
        let text = Array(KeyCode(using: &random).text.filter { $0 != "-" })
        for index in text.indices.dropLast() {
            for digit in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where digit != text[index] {
                var wrong = text
                wrong[index] = digit
                #expect(KeyCode(String(wrong)) == nil)
            }
            if index + 1 < text.count - 1, text[index] != text[index + 1] {
                var wrong = text
                wrong.swapAt(index, index + 1)
                #expect(KeyCode(String(wrong)) == nil)
            }
        }
        for wrong in [
            "", "0", String(text.dropLast()), String(text) + "0", String(repeating: "é", count: 27),
        ] {
            #expect(KeyCode(wrong) == nil)
        }
    }

    @Test func `A code doesn't show in a log`() throws {
        var random = SeededGenerator(quiet: 3)
        let code = KeyCode(using: &random)
        #expect(!"\(code)".contains(code.text.prefix(5)))
        #expect(!String(reflecting: code).contains(code.text.prefix(5)))
    }
}

extension SyncValue {
    /// The text, or `nil` for other values.
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

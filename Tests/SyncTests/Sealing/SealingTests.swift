import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

@Suite("Sealing", .enabled(if: CryptoLibrary.shared != nil, "libcrypto is not installed"))
struct SealingTests {
    private let account = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()
    private let keys: AccountKeys
    private let other: AccountKeys

    init() throws {
        let code = try #require(KeyCode("01234-56789-ABCDE-FGHJK-MNPQR-S9"))
        keys = try AccountKeys(code, account: account)
        other = try AccountKeys(code, account: UUID())
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
        #expect(try keys.identifier() == "cf7a808780558ec5")
        #expect(try keys.checkValue() == "21c21d7111bad8afc62edd11de77e4c1")
        #expect(try keys.publicName("Issue", "title") == "89c6cefa40856d23fffd6772")
        let sealed = bytes(
            "b9582df87ddfe2bb8a2eef660e425265e53d479e759d21e45df7958863efd772dc01d9e7e7fdfbdf994327fc440f06bbab"
        )
        #expect(try keys.opened(sealed, with: Array("clear".utf8)) == Array("Fix login".utf8))
        #expect(try keys.sealed(Array("Fix login".utf8), with: Array("clear".utf8)) == sealed)
    }

    @Test func `A record is sealed in a unit for each clock, and opened again`() throws {
        let record = try record()
        let units = try keys.units(of: record)
        #expect(units.map(\.fields.count) == [2, 2])
        #expect(units.map(\.clock) == units.map(\.clock).sorted())
        var opened = SyncRecord(record.key, causalLength: 1)
        for unit in units { opened.merge(try keys.record(of: unit)) }
        #expect(opened == record)
        #expect(try keys.units(of: record) == units, "a retry gives equal bytes")
        for unit in units {
            let clear = unit.clearParts.joined() + String(decoding: unit.sealed, as: UTF8.self)
            for word in ["Issue", "title", "priority", "Fix", "login"] { #expect(!clear.contains(word)) }
        }
    }

    @Test func `A flipped bit in any clear or sealed part is refused`() throws {
        let unit = try #require(try keys.units(of: try record()).first)
        for index in unit.sealed.indices {
            var sealed = unit.sealed
            sealed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: SealingError.tampered) { try keys.record(of: changed(unit, sealed: sealed)) }
        }
        let clock = try #require(SyncClock(milliseconds: 3_000, node: "b"))
        let wrong = [
            changed(unit, id: UUID()), changed(unit, clock: clock), changed(unit, causalLength: 3),
            changed(unit, entity: try keys.publicName("Tag")),
            changed(unit, fields: Array(unit.fields.dropLast())),
            changed(unit, fields: [unit.fields[0], try keys.publicName("Issue", "title")]),
            changed(unit, key: "0000000000000000"), changed(unit, sealed: []),
            changed(unit, sealed: Array(unit.sealed.dropLast())),
        ]
        for unit in wrong {
            #expect(throws: SealingError.tampered, "\(unit)") { try keys.record(of: unit) }
        }
    }

    @Test func `The sealed bytes of another record or account are refused`() throws {
        let first = try #require(try keys.units(of: try record()).last)
        let second = try #require(try keys.units(of: try record("Another")).last)
        #expect(first.clearParts == second.clearParts)
        // The server may keep the older of two units, but it can't exchange parts of units of different clocks.
        let earlier = try #require(try keys.units(of: try record()).first)
        #expect(throws: SealingError.tampered) { try keys.record(of: changed(first, sealed: earlier.sealed)) }
        #expect(throws: SealingError.tampered) { try other.record(of: first) }
        #expect(throws: SealingError.tampered) {
            try other.record(of: changed(first, key: try other.identifier()))
        }
    }

    @Test func `A thousand equal rows have a thousand nonces`() throws {
        var nonces: Set<[UInt8]> = []
        let clock = try #require(SyncClock(milliseconds: 1_000, node: "a"))
        for _ in 0..<1_000 {
            let record = SyncRecord(
                SyncKey(entity: "Tag", id: UUID()), fields: ["name": SyncField(.string("same"), at: clock)])
            for unit in try keys.units(of: record) { nonces.insert(Array(unit.sealed.prefix(12))) }
        }
        #expect(nonces.count == 1_000)
    }

    @Test func `A text that says it is larger than a record is not unpacked`() throws {
        let large = [UInt8](repeating: 0x20, count: SyncLimits.recordSize + 1)
        let sealed = try keys.sealed(large, with: [])
        #expect(sealed.count < 10_000)
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

private func changed(
    _ unit: SealedUnit, key: String? = nil, entity: String? = nil, id: UUID? = nil, causalLength: Int? = nil,
    clock: SyncClock? = nil, fields: [String]? = nil, sealed: [UInt8]? = nil
) -> SealedUnit {
    SealedUnit(
        keyIdentifier: key ?? unit.keyIdentifier, entity: entity ?? unit.entity, id: id ?? unit.id,
        causalLength: causalLength ?? unit.causalLength, clock: clock ?? unit.clock,
        fields: fields ?? unit.fields, sealed: sealed ?? unit.sealed)
}

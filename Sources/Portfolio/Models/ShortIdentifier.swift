import Basics
import Foundation

/// Identifiers of issues in todo.txt, such as `id:3k7d0m9xq2`: letters and digits.
///
/// New issues have identifiers with 48 random bits, so that ten characters are the whole identifier and every device reads
/// the same issue from them. Other identifiers, such as those of taskwarrior, have 26 characters.
extension UUID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let shortLength = 10, longLength = 26

    /// Creates the identifier of an issue from 48 bits.
    private init(short bits: UInt64) {
        func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (40 - 8 * index)) }
        // Version 8 of RFC 9562 is for identifiers of one's own.
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), 0x80, 0, 0x80, 0, 0, 0, 0, 0, 0, 0
            ))
    }

    /// Returns a random identifier for a new issue.
    static func randomIssue() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return UUID(short: generator.next() >> 16)
    }

    /// Returns the identifier of an issue that follows from a text, so that every device finds the same one.
    static func issue(of text: String) -> UUID {
        UUID(short: SHA256.bytes(Data(text.utf8)).prefix(6).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Parses the form in todo.txt; `nil` for another text, such as an identifier of another program.
    init?(todoWord word: some StringProtocol) {
        let values = word.utf8.map { byte in Self.digits.firstIndex(of: byte | 0x20) ?? 32 }
        guard values.count == Self.shortLength || values.count == Self.longLength,
            values.allSatisfy({ $0 < 32 })
        else { return nil }
        // The number has at most 128 bits, or 48 in the short form; the first digit has the rest.
        guard values[0] < 8 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for value in values {
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
        if values.count == Self.shortLength {
            guard low >> 48 == 0 else { return nil }
            self.init(short: low)
            return
        }
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> (56 - 8 * ($0 % 8))) }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The form in todo.txt.
    var todoWord: String {
        let (high, low) = withUnsafeBytes(of: uuid) { bytes in
            func half(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
            return (half(0), half(8))
        }
        let bits = high >> 16
        let isShort = UUID(short: bits) == self
        var rest: (high: UInt64, low: UInt64) = isShort ? (0, bits) : (high, low)
        var characters: [UInt8] = []
        for _ in 0..<(isShort ? Self.shortLength : Self.longLength) {
            characters.append(Self.digits[Int(rest.low & 31)])
            rest = (rest.high >> 5, rest.low >> 5 | rest.high << 59)
        }
        return String(decoding: characters.reversed(), as: UTF8.self)
    }
}

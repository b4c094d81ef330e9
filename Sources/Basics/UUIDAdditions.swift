import Foundation

/// Fast conversion of UUIDs. Foundation's conversion uses `sscanf` and `snprintf`. In a row with a UUID, it
/// takes longer than all other columns together.
extension UUID {
    /// Parses 36 characters of UTF-8 such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in upper or lower case;
    /// `nil` for anything else.
    @inlinable
    package init?(text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isWhole = withUnsafeMutableBytes(of: &bytes) { bytes in
            var position = 0
            for index in bytes.indices {
                if position == 8 || position == 13 || position == 18 || position == 23 {
                    guard text[position] == UInt8(ascii: "-") else { return false }
                    position += 1
                }
                guard let high = Self.digit(text[position]), let low = Self.digit(text[position + 1]) else {
                    return false
                }
                bytes[index] = high << 4 | low
                position += 2
            }
            return true
        }
        guard isWhole else { return nil }
        self.init(uuid: bytes)
    }

    @usableFromInline
    static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The 36 characters of the UUID, in upper case.
    @inlinable
    package var text: String {
        String(unsafeUninitializedCapacity: 36) { text in
            withUnsafeBytes(of: uuid) { bytes in
                var position = 0
                for byte in bytes {
                    if position == 8 || position == 13 || position == 18 || position == 23 {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    text[position] = Self.character(byte >> 4)
                    text[position + 1] = Self.character(byte & 0xF)
                    position += 2
                }
            }
            return 36
        }
    }

    @usableFromInline
    static func character(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit
    }
}

extension UUID {
    /// Creates a random UUID (version 4). Foundation's `UUID()` opens `/dev/urandom` each time.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        let halves: (UInt64, UInt64) = (generator.next(), generator.next())
        var bytes = unsafeBitCast(halves, to: uuid_t.self)
        bytes.6 = bytes.6 & 0x0F | 0x40
        bytes.8 = bytes.8 & 0x3F | 0x80
        return UUID(uuid: bytes)
    }
}

import Foundation

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

/// The checksum of zip archives: CRC-32 with the polynomial 0xEDB88320.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of the bytes so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func update(_ bytes: [UInt8]) {
        let table = Self.table
        var state = state
        for byte in bytes { state = state >> 8 ^ table[Int((state ^ UInt32(byte)) & 0xFF)] }
        self.state = state
    }
}

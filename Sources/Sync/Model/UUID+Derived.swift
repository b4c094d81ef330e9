import Foundation

extension UUID {
    /// The UUID of some bytes: the same everywhere, and another one for other bytes.
    ///
    /// ```swift
    /// UUID(derivedFrom: Array("museum".utf8)) == UUID(derivedFrom: Array("museum".utf8))  // true
    /// ```
    ///
    /// For things that are known by their names, such as categories, so that two devices which make the same one make
    /// one record. It is no secret, and no proof against people who look for two names with one UUID.
    ///
    /// - Parameter bytes: What it is derived from.
    public init(derivedFrom bytes: some Sequence<UInt8>) {
        let sums = bytes.withContiguousStorageIfAvailable { Self.sums(of: $0) } ?? Self.sums(of: bytes)
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeBytes(of: sums) { sums in withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: sums) } }
        id.6 = id.6 & 0x0F | 0x80
        id.8 = id.8 & 0x3F | 0x80
        self.init(uuid: id)
    }

    /// Two sums (FNV-1a) of different beginnings make the 128 bits; the version is that of own making, 8.
    @inline(__always)
    private static func sums(of bytes: some Sequence<UInt8>) -> (UInt64, UInt64) {
        var sums: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in bytes {
            sums.0 = (sums.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            sums.1 = (sums.1 ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01B5
        }
        return sums
    }
}

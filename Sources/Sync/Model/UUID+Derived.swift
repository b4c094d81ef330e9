import Foundation

extension UUID {
    /// Creates a UUID from bytes. Equal bytes give equal UUIDs on every device.
    ///
    /// ```swift
    /// UUID(derivedFrom: Array("museum".utf8)) == UUID(derivedFrom: Array("museum".utf8))  // true
    /// ```
    ///
    /// Use it for records that are identified by their names, such as categories, so that two devices create the same
    /// record. It isn't a cryptographic digest: collisions can be constructed.
    ///
    /// - Parameter bytes: The bytes.
    public init(derivedFrom bytes: some Sequence<UInt8>) {
        let sums = bytes.withContiguousStorageIfAvailable { Self.sums(of: $0) } ?? Self.sums(of: bytes)
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeBytes(of: sums) { sums in withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: sums) } }
        id.6 = id.6 & 0x0F | 0x80
        id.8 = id.8 & 0x3F | 0x80
        self.init(uuid: id)
    }

    /// Two FNV-1a sums with different initial values make the 128 bits. The UUID's version is 8, for custom UUIDs.
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

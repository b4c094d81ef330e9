/// The 64-bit FNV-1a hash, which is the same in every run. It isn't secure against deliberate collisions.
package struct FNV1a {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// The hash in hexadecimal digits.
    package var text: String { String(hash, radix: 16) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // An iterator would be very slow in debug builds, where it dominates the time to open a store.
        var index = 0
        while index < bytes.count {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
            index += 1
        }
    }

    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    package mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }
}

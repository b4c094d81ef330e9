/// A number of bytes that is the same in every run (FNV-1a of 64 bits), to tell contents apart that nobody forges.
package struct FNV1a {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// The number, in hexadecimal digits.
    package var text: String { String(hash, radix: 16) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // Without an iterator, which takes most of the time that a store takes to open where nothing is optimised.
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

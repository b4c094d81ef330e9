/// A string's place in a language's order: keys compare as the strings do in that language.
///
/// Made by ``Collator/key(for:)``. Keys of different languages don't compare meaningfully.
public struct CollationKey: Hashable, Sendable, Comparable {
    /// The first eight bytes, the first one highest: most comparisons end here.
    let prefix: UInt64
    /// The weights: those of the letters, a byte 1, those of the accents, a byte 1, those of the case.
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        var prefix: UInt64 = 0
        for index in 0..<8 {
            prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
        }
        self.prefix = prefix
    }

    /// Orders keys as the language orders the strings.
    public static func < (left: CollationKey, right: CollationKey) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return left.bytes.withUnsafeBufferPointer { left in
            right.bytes.withUnsafeBufferPointer { right in
                let count = min(left.count, right.count)
                var index = min(8, count)
                while index < count {
                    if left[index] != right[index] { return left[index] < right[index] }
                    index += 1
                }
                return left.count < right.count
            }
        }
    }
}

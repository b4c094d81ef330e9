import Foundation

/// Searches for a byte sequence in another one.
package enum ByteSearch {
    /// Returns whether a byte sequence contains another, which must not be empty.
    package static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard bytes.count >= part.count, let start = bytes.baseAddress, let search = part.baseAddress,
            let first = part.first
        else { return false }
        var position = 0
        let last = bytes.count - part.count
        while position <= last {
            guard let found = memchr(start + position, Int32(first), last - position + 1) else {
                return false
            }
            position = start.distance(to: found.assumingMemoryBound(to: UInt8.self))
            if memcmp(found, search, part.count) == 0 { return true }
            position += 1
        }
        return false
    }
}

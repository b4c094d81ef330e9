/// A stream of bytes that can also be read bit by bit, the least significant bit of each byte first.
struct BitInput {
    private let read: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// The bits that were read from the buffer and not yet consumed.
    private var bits: UInt64 = 0
    private var bitCount = 0

    init(read: @escaping () throws -> [UInt8]) { self.read = read }

    /// Loads at least 48 bits, or all that are left.
    private mutating func fill() throws {
        while bitCount <= 48 {
            if position == buffer.count {
                guard !isAtEnd else { return }
                buffer = try read()
                position = 0
                isAtEnd = buffer.isEmpty
                if isAtEnd { return }
            }
            bits |= UInt64(buffer[position]) << UInt64(bitCount)
            position += 1
            bitCount += 8
        }
    }

    /// Returns the next bits without consuming them. After the end of the stream, they are zero.
    ///
    /// - Parameter count: The number of bits, up to 32.
    mutating func peek(_ count: Int) throws -> Int {
        if bitCount < count { try fill() }
        return Int(bits & ((1 << UInt64(count)) - 1))
    }

    /// Consumes bits.
    mutating func drop(_ count: Int) throws {
        guard count <= bitCount else { throw ZipProblem.cutOff }
        bits >>= UInt64(count)
        bitCount -= count
    }

    /// Returns and consumes the next bits.
    mutating func take(bits count: Int) throws -> Int {
        let value = try peek(count)
        try drop(count)
        return value
    }

    /// Consumes the bits up to the next byte.
    mutating func align() throws { try drop(bitCount % 8) }

    /// Returns a number whose lowest byte comes first, after the next beginning of a byte.
    ///
    /// - Parameter bytes: The number of bytes, up to 8. Only the lowest 4 count.
    mutating func number(bytes: Int) throws -> Int {
        try align()
        var number = 0
        for index in 0..<bytes {
            let byte = try take(bits: 8)
            if index < 4 { number |= byte << (8 * index) }
        }
        return number
    }

    /// Returns the next bytes, at most a number of them; none at the end of the stream.
    mutating func take(atMost count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bitCount > 0, bytes.count < count { bytes.append(UInt8(try take(bits: 8))) }
        guard bytes.count < count else { return bytes }
        if position == buffer.count, !isAtEnd {
            buffer = try read()
            position = 0
            isAtEnd = buffer.isEmpty
        }
        let end = min(buffer.count, position + count - bytes.count)
        bytes += buffer[position..<end]
        position = end
        return bytes
    }
}

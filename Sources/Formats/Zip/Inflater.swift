/// Unpacks deflated data (RFC 1951) piece by piece.
struct Inflater {
    private enum State {
        case header
        case stored(remaining: Int)
        case coded(literals: HuffmanCode, distances: HuffmanCode)
        case end
    }

    /// The distance up to which the data refers to earlier bytes.
    private static let windowSize = 1 << 15
    private static let pieceSize = 1 << 16

    private var state = State.header
    private var isLast = false
    /// The latest bytes: those of the window, then the new ones.
    private var output: [UInt8] = []

    /// Returns the next unpacked bytes; an empty array at the end of the data.
    ///
    /// - Throws: ``ZipProblem``, and the errors of the input.
    mutating func next(_ input: inout BitInput) throws -> [UInt8] {
        if output.count > Self.windowSize { output.removeFirst(output.count - Self.windowSize) }
        let start = output.count
        while output.count - start < Self.pieceSize {
            switch state {
            case .end: return Array(output[start...])
            case .header: try beginBlock(&input)
            case .stored(let remaining):
                let bytes = try input.take(atMost: min(remaining, Self.pieceSize))
                if remaining > 0, bytes.isEmpty { throw ZipProblem.cutOff }
                output += bytes
                state = .stored(remaining: remaining - bytes.count)
                if remaining == bytes.count { endBlock() }
            case .coded(let literals, let distances):
                try unpack(literals, distances, until: start + Self.pieceSize, &input)
            }
        }
        return Array(output[start...])
    }

    private mutating func endBlock() { state = isLast ? .end : .header }

    private mutating func beginBlock(_ input: inout BitInput) throws {
        isLast = try input.take(bits: 1) == 1
        switch try input.take(bits: 2) {
        case 0:
            let length = try input.number(bytes: 2)
            guard try input.number(bytes: 2) == length ^ 0xFFFF else { throw ZipProblem.damaged }
            state = .stored(remaining: length)
        case 1:
            var lengths = [UInt8](repeating: 8, count: 288)
            for symbol in 144..<256 { lengths[symbol] = 9 }
            for symbol in 256..<280 { lengths[symbol] = 7 }
            state = .coded(
                literals: try HuffmanCode(lengths: lengths[...]),
                distances: try HuffmanCode(lengths: [UInt8](repeating: 5, count: 30)[...]))
        case 2: state = try codes(&input)
        default: throw ZipProblem.damaged
        }
    }

    /// Reads the codes of a block that brings its own.
    private func codes(_ input: inout BitInput) throws -> State {
        let literalCount = try input.take(bits: 5) + 257
        let distanceCount = try input.take(bits: 5) + 1
        let orderedCount = try input.take(bits: 4) + 4
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for symbol in order.prefix(orderedCount) { codeLengths[symbol] = UInt8(try input.take(bits: 3)) }
        let code = try HuffmanCode(lengths: codeLengths[...])
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            switch try code.symbol(&input) {
            case 16:
                guard let last = lengths.last else { throw ZipProblem.damaged }
                lengths += [UInt8](repeating: last, count: try input.take(bits: 2) + 3)
            case 17: lengths += [UInt8](repeating: 0, count: try input.take(bits: 3) + 3)
            case 18: lengths += [UInt8](repeating: 0, count: try input.take(bits: 7) + 11)
            case let length: lengths.append(UInt8(length))
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw ZipProblem.damaged }
        return .coded(
            literals: try HuffmanCode(lengths: lengths[..<literalCount]),
            distances: try HuffmanCode(lengths: lengths[literalCount...]))
    }

    /// Unpacks a block to its end, or until the output has a length.
    private mutating func unpack(
        _ literals: HuffmanCode, _ distances: HuffmanCode, until length: Int, _ input: inout BitInput
    ) throws {
        while output.count < length {
            let symbol = try literals.symbol(&input)
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                endBlock()
                return
            } else {
                let count = try Self.value(symbol - 257, in: Self.lengths, &input)
                let distance = try Self.value(try distances.symbol(&input), in: Self.distances, &input)
                guard distance <= output.count else { throw ZipProblem.damaged }
                // The copied bytes may include bytes of this copy.
                for _ in 0..<count { output.append(output[output.count - distance]) }
            }
        }
    }

    /// Returns the value of a symbol with its extra bits.
    private static func value(
        _ symbol: Int, in values: [(base: Int, bits: Int)], _ input: inout BitInput
    ) throws -> Int {
        guard symbol < values.count else { throw ZipProblem.damaged }
        return values[symbol].base + (try input.take(bits: values[symbol].bits))
    }

    private static let lengths =
        values(
            bits: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
            from: 3)
        // The longest length is an exception: it needs no extra bits.
        + [(258, 0)]
    private static let distances = values(bits: (0..<30).map { max(0, $0 / 2 - 1) }, from: 1)

    /// Returns ranges of values that follow one another.
    private static func values(bits: [Int], from first: Int) -> [(base: Int, bits: Int)] {
        var base = first
        return bits.map { count in
            defer { base += 1 << count }
            return (base, count)
        }
    }
}

/// A canonical Huffman code, given by the lengths of its words.
private struct HuffmanCode {
    /// For each text of ``width`` bits, the symbol whose word it begins with, times 16, plus the word's length.
    /// 0 if no word fits.
    private let entries: [UInt16]
    private let width: Int

    /// Creates a code.
    ///
    /// - Parameter lengths: The length of each symbol's word in bits, at most 15; 0 for unused symbols.
    /// - Throws: ``ZipProblem/damaged`` if there are more words than bits allow.
    init(lengths: ArraySlice<UInt8>) throws {
        width = Int(lengths.max() ?? 0)
        var entries = [UInt16](repeating: 0, count: 1 << width)
        var word = 0
        for length in 1...max(width, 1) {
            for (symbol, own) in lengths.enumerated() where Int(own) == length {
                guard word < 1 << length else { throw ZipProblem.damaged }
                // The first bit of a word is its most significant one, and the lowest one of the input.
                var first = 0
                for bit in 0..<length where word & (1 << bit) != 0 { first |= 1 << (length - 1 - bit) }
                let entry = UInt16(symbol << 4 | length)
                for index in stride(from: first, to: entries.count, by: 1 << length) {
                    entries[index] = entry
                }
                word += 1
            }
            word <<= 1
        }
        self.entries = entries
    }

    /// Returns the next symbol.
    func symbol(_ input: inout BitInput) throws -> Int {
        let entry = Int(entries[try input.peek(width)])
        guard entry != 0 else { throw ZipProblem.damaged }
        try input.drop(entry & 15)
        return entry >> 4
    }
}

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

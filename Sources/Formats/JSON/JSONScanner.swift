/// Scans a JSON text without recursion and records its values.
struct JSONScanner {
    private let bytes: [UInt8]
    /// The offset at which the text starts. Lines are counted from this offset.
    private let origin: Int
    /// The current offset; after an error, approximately the offset of the error.
    private(set) var position = 0
    private(set) var nodes: [JSONNode] = []
    /// The indexes of the open arrays and objects.
    private var open: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        origin = 0
        nodes.reserveCapacity(bytes.count / 16 + 8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Creates a scanner for a text that is a part of a buffer.
    ///
    /// - Parameters:
    ///   - start: The offset at which the text starts.
    ///   - nodes: The nodes of another text. Only their memory is reused.
    init(_ bytes: [UInt8], from start: Int, reusing nodes: consuming [JSONNode]) {
        self.bytes = bytes
        origin = start
        self.nodes = nodes
        self.nodes.removeAll(keepingCapacity: true)
        position = start
    }

    /// Returns all values in the order of the text. A container precedes its contents.
    mutating func scan() throws(JSONProblem) -> [JSONNode] {
        try scanValue()
        skipSpaces()
        guard position == bytes.count else { throw unexpected(.end) }
        return nodes
    }

    /// Scans one value with its contents and stops after it.
    mutating func scanValue() throws(JSONProblem) {
        skipSpaces()
        try value()
        while let container = open.last {
            skipSpaces()
            let isObject = nodes[container].kind == .object
            let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            if peek == close {
                try end(container)
                continue
            }
            if nodes[container].count > 0 {
                guard peek == UInt8(ascii: ",") else {
                    throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
                }
                position += 1
                skipSpaces()
            }
            if isObject { try key() }
            nodes[container].count += 1
            try value()
        }
    }

    /// Whether the last value ended with a bracket or a quote, so that no further byte can belong to it.
    var endsWithBracketOrQuote: Bool {
        switch position > 0 ? bytes[position - 1] : 0 {
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""): true
        default: false
        }
    }

    /// The byte at the current position. At the end of the text, the value is 0, which never occurs in JSON.
    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpaces() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private func unexpected(_ expected: JSONProblem.Expectation) -> JSONProblem {
        .syntax(expected, JSONProblem.Position(of: position, in: bytes, from: origin))
    }

    private mutating func value() throws(JSONProblem) {
        switch peek {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try begin(.object)
        case UInt8(ascii: "["): try begin(.array)
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw unexpected(.value)
        }
    }

    private mutating func append(
        _ kind: JSONNode.Kind, from start: Int, to end: Int, hasEscapes: Bool = false
    ) {
        nodes.append(
            JSONNode(
                kind: kind, hasEscapes: hasEscapes, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: nodes.count + 1)))
    }

    private mutating func begin(_ kind: JSONNode.Kind) throws(JSONProblem) {
        guard open.count < JSONDocument.maximumDepth else {
            throw .tooDeep(
                limit: JSONDocument.maximumDepth, JSONProblem.Position(of: position, in: bytes, from: origin))
        }
        open.append(nodes.count)
        append(kind, from: position, to: position)
        position += 1
    }

    private mutating func end(_ container: Int) throws(JSONProblem) {
        position += 1
        open.removeLast()
        nodes[container].end = UInt32(truncatingIfNeeded: position)
        nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
        if nodes[container].kind == .object { try refuseRepeatedKeys(of: container) }
    }

    private mutating func key() throws(JSONProblem) {
        guard peek == UInt8(ascii: "\"") else { throw unexpected(.key) }
        try string()
        skipSpaces()
        guard peek == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
        skipSpaces()
    }

    private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONProblem) {
        let start = position
        let end = start + word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[start..<end].elementsEqual($0) }
        guard isThere else { throw unexpected(.value) }
        position = end
        append(kind, from: start, to: end)
    }

    private mutating func number() throws(JSONProblem) {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        append(.number, from: start, to: position)
    }

    private mutating func digits() throws(JSONProblem) {
        let start = position
        while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
        guard position > start else { throw unexpected(.digit) }
    }
}

// MARK: - Strings

extension JSONScanner {
    private mutating func string() throws(JSONProblem) {
        let start = position + 1
        position = start
        var hasEscapes = false
        while true {
            skipPlainBytes()
            guard position < bytes.count else { throw unexpected(.quote) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                append(.string, from: start, to: position, hasEscapes: hasEscapes)
                position += 1
                return
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case 0x80...:
                try multibyte()
            default:
                throw unexpected(.noControlCharacter)
            }
        }
    }

    /// Skips ASCII bytes without a special meaning, eight at a time if possible.
    private mutating func skipPlainBytes() {
        position = bytes.withUnsafeBytes { bytes in
            var position = position
            while position + 8 <= bytes.count {
                let eight = UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let special = Self.specialBytes(of: eight)
                if special != 0 { return position + special.trailingZeroBitCount / 8 }
                position += 8
            }
            while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
            return position
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte != 0x22 && byte != 0x5C && byte >= 0x20 && byte < 0x80
    }

    /// Sets the highest bit of each byte that is a quote, a backslash, a control character or not ASCII. Only
    /// the lowest set bit is reliable, because subtraction borrows from the next byte.
    private static func specialBytes(of eight: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = eight ^ (ones &* 0x22)
        let backslashes = eight ^ (ones &* 0x5C)
        let below = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        let controls = (eight &- (ones &* 0x20)) & ~eight
        return (below | controls | eight) & (ones &* 0x80)
    }

    private mutating func escape() throws(JSONProblem) {
        position += 1
        switch peek {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position += 1
        case UInt8(ascii: "u"):
            guard let value = Self.hexadecimal(bytes, at: position + 1) else { throw unexpected(.escape) }
            if (0xDC00...0xDFFF).contains(value) { throw unexpected(.escape) }
            if (0xD800...0xDBFF).contains(value) {
                // A high surrogate must be followed by the escape of a low surrogate.
                guard position + 6 < bytes.count, bytes[position + 5] == UInt8(ascii: "\\"),
                    bytes[position + 6] == UInt8(ascii: "u"),
                    let low = Self.hexadecimal(bytes, at: position + 7), (0xDC00...0xDFFF).contains(low)
                else { throw unexpected(.escape) }
                position += 6
            }
            position += 5
        default:
            throw unexpected(.escape)
        }
    }

    /// Returns the value of four hexadecimal digits; `nil` for other bytes.
    static func hexadecimal(_ bytes: [UInt8], at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
            default: return nil
            }
        }
        return value
    }

    /// Skips a multibyte character, which must be well-formed UTF-8 (Unicode, table 3-7).
    private mutating func multibyte() throws(JSONProblem) {
        let first = bytes[position]
        let second: ClosedRange<UInt8> =
            switch first {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            default: 0x80...0xBF
            }
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0, position + length <= bytes.count, second.contains(bytes[position + 1]),
            bytes[(position + 1)..<(position + length)].allSatisfy({ 0x80...0xBF ~= $0 })
        else { throw unexpected(.utf8) }
        position += length
    }
}

// MARK: - Keys

extension JSONScanner {
    /// The maximum number of keys in an object whose keys are compared one with another. For larger objects,
    /// a set finds duplicate keys.
    private static let mostCompared = 16

    private func refuseRepeatedKeys(of container: Int) throws(JSONProblem) {
        let count = Int(nodes[container].count)
        guard count > 1 else { return }
        let keys = JSONMembers(nodes: nodes, container: container)
        if count <= Self.mostCompared, !keys.contains(where: { nodes[$0].hasEscapes }) {
            for key in keys {
                for other in keys {
                    if other == key { break }
                    if isEqual(nodes[key], nodes[other]) { throw repeated(key, in: container) }
                }
            }
            return
        }
        let document = JSONDocument(bytes: bytes, nodes: nodes)
        var seen = Set<String>(minimumCapacity: count)
        for key in keys where !seen.insert(document.string(nodes[key])).inserted {
            throw repeated(key, in: container)
        }
    }

    private func isEqual(_ left: JSONNode, _ right: JSONNode) -> Bool {
        guard left.end &- left.start == right.end &- right.start else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<Int(left.end &- left.start)
            where bytes[Int(left.start) + offset] != bytes[Int(right.start) + offset] {
                return false
            }
            return true
        }
    }

    private func repeated(_ key: Int, in container: Int) -> JSONProblem {
        // The path needs the end of each container. If an array or an object is still open, its end is the
        // last node so far.
        var nodes = nodes
        for index in open { nodes[index].next = UInt32(truncatingIfNeeded: nodes.count) }
        let document = JSONDocument(bytes: bytes, nodes: nodes)
        return .repeatedKey(document.string(nodes[key]), in: document.path(to: container))
    }
}

/// The indexes of an object's keys.
struct JSONMembers: Sequence, IteratorProtocol {
    private let nodes: [JSONNode]
    private var index: Int
    private var left: Int

    init(nodes: [JSONNode], container: Int) {
        self.nodes = nodes
        index = container + 1
        left = Int(nodes[container].count)
    }

    mutating func next() -> Int? {
        guard left > 0 else { return nil }
        left -= 1
        defer { index = Int(nodes[index + 1].next) }
        return index
    }
}

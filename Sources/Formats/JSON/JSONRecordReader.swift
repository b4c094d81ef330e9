/// Reads the elements of a JSON array one by one as they arrive from a file, a pipe or the network. It needs
/// only the memory of its largest element and doesn't copy elements.
///
/// If the brackets of an invalid element show where it ends, the element is reported and skipped.
///
/// ```swift
/// var reader = JSONRecordReader()
/// var parts: [JSONRecordReader.Part] = []
/// reader.append(Array("[{\"name\": \"Fort\"}, nope, {\"name\": \"Mu".utf8))
/// while true {
///     let part = try reader.next()
///     if case .needsMore = part { break }
///     parts.append(part)  // the first record, and a broken one
/// }
/// ```
public struct JSONRecordReader {
    /// The result of a read.
    public enum Part {
        /// An element of the array.
        case record(JSONRecord)
        /// An element that isn't valid JSON or is too long.
        case broken(JSONBrokenRecord)
        /// The end of the array.
        case end
        /// More input is needed: call ``JSONRecordReader/append(_:)``, or ``JSONRecordReader/finish()`` at
        /// the end of the input.
        case needsMore
    }

    private enum Place {
        case beginning
        /// The next part is an element: an opening bracket or a comma was read.
        case element(isFirst: Bool)
        case afterElement
        case afterArray
    }

    /// The maximum length of an element in bytes.
    private let maximumRecordLength: Int
    private var buffer: [UInt8] = []
    private var nodes: [JSONNode] = []
    private var start = 0
    private var isAtEnd = false
    private var place = Place.beginning
    /// The offset in the buffer up to which lines were counted, and the line there, from 1.
    private var lineStart = (offset: 0, line: 1)
    private var dropped = 0
    /// The state of skipping an invalid element.
    private var skipping: (scan: JSONValueScan, record: JSONBrokenRecord)?

    /// The number of elements that were read or skipped.
    public private(set) var count = 0

    /// The number of bytes processed so far.
    public var position: Int { dropped + start }

    /// Creates a reader.
    ///
    /// - Parameter maximumRecordLength: The maximum length of an element in bytes, at least 1. Longer
    ///   elements are skipped.
    public init(maximumRecordLength: Int = 1 << 20) {
        self.maximumRecordLength = maximumRecordLength
    }

    /// Appends the next bytes of the text.
    public mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            advanceLines(to: start)
            buffer.removeSubrange(..<start)
            dropped += start
            lineStart.offset -= start
            start = 0
        }
        buffer += bytes
    }

    /// Marks the end of the input.
    public mutating func finish() { isAtEnd = true }

    /// Returns the current line, from 1.
    public mutating func line() -> Int {
        advanceLines(to: start)
        return lineStart.line
    }

    /// Returns the next element, or the reason why no element is returned.
    ///
    /// - Throws: ``JSONRecordError`` if the array ends too early or is malformed. Earlier elements are valid.
    public mutating func next() throws(JSONRecordError) -> Part {
        while true {
            if skipping != nil {
                guard let broken = try skip() else { return .needsMore }
                return .broken(broken)
            }
            guard let byte = peek() else {
                if !isAtEnd { return .needsMore }
                guard case .afterArray = place else {
                    if case .beginning = place { throw .notAList(line: line()) }
                    throw .cutOff(records: count, line: line())
                }
                return .end
            }
            switch place {
            case .beginning:
                // Wait for a complete byte-order mark.
                if byte == 0xEF, buffer.count - start < 3, !isAtEnd { return .needsMore }
                if dropped == 0, start == 0, buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
                    start = 3
                    continue
                }
                guard byte == UInt8(ascii: "[") else { throw .notAList(line: line()) }
                start += 1
                place = .element(isFirst: true)
            case .afterArray:
                throw .malformed(records: count, line: line())
            case .afterElement:
                start += 1
                switch byte {
                case UInt8(ascii: ","): place = .element(isFirst: false)
                case UInt8(ascii: "]"): place = .afterArray
                default: throw .malformed(records: count, line: line())
                }
            case .element(let isFirst):
                if isFirst, byte == UInt8(ascii: "]") {
                    start += 1
                    place = .afterArray
                    continue
                }
                return try element()
            }
        }
    }

    /// Returns the next available byte that isn't white space; `nil` if there is none.
    private mutating func peek() -> UInt8? {
        while start < buffer.count {
            let byte = buffer[start]
            if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
            start += 1
        }
        return nil
    }

    /// Reads the element that starts here.
    private mutating func element() throws(JSONRecordError) -> Part {
        let first = buffer[start]
        if first == UInt8(ascii: ",") || first == UInt8(ascii: ":") || first == UInt8(ascii: "]")
            || first == UInt8(ascii: "}")
        {
            throw .malformed(records: count, line: line())
        }
        let memory = nodes
        nodes = []
        var scanner = JSONScanner(buffer, from: start, reusing: consume memory)
        do throws(JSONProblem) {
            try scanner.scanValue()
        } catch {
            // An error near the end of the available bytes may be caused by an incomplete token. An element
            // counts as too long if it is valid up to the limit. This result doesn't depend on how the input
            // is split into pieces.
            let mayGoOn = !isAtEnd && scanner.position > buffer.count - Self.maximumTokenLength
            let tolerance = mayGoOn ? Self.maximumTokenLength : 0
            let isTooLong = scanner.position - start > maximumRecordLength + tolerance
            if mayGoOn, !isTooLong { return .needsMore }
            return try broken(isTooLong ? .tooLong(limit: maximumRecordLength) : .json(error))
        }
        if scanner.position - start > maximumRecordLength {
            return try broken(.tooLong(limit: maximumRecordLength))
        }
        // A number at the end of the available bytes may continue with more digits.
        if scanner.position == buffer.count, !isAtEnd, !scanner.endsWithBracketOrQuote { return .needsMore }
        count += 1
        // The returned record shares the memory of this buffer. If the record is released before the next
        // read, the reader reuses the memory.
        nodes = scanner.nodes
        let record = JSONRecord(
            number: count, line: line(), document: JSONDocument(bytes: buffer, nodes: scanner.nodes))
        start = scanner.position
        place = .afterElement
        return .record(record)
    }

    /// The maximum length of a token: a surrogate pair of two escapes.
    private static let maximumTokenLength = 16

    /// The maximum number of open brackets in a skipped element. Each takes a byte of memory.
    private static let maximumSkippedDepth = 1 << 22

    private mutating func broken(_ reason: JSONBrokenRecord.Reason) throws(JSONRecordError) -> Part {
        let line = line()
        count += 1
        skipping = (
            JSONValueScan(maximumDepth: Self.maximumSkippedDepth),
            JSONBrokenRecord(number: count, line: line, reason: reason)
        )
        guard let broken = try skip() else { return .needsMore }
        return .broken(broken)
    }

    /// Skips the rest of an invalid element; returns `nil` if more input is needed.
    private mutating func skip() throws(JSONRecordError) -> JSONBrokenRecord? {
        guard case (var scan, let record)? = skipping else { return nil }
        let end: Int?
        do throws(JSONElementError) {
            end = try buffer.withUnsafeBufferPointer { bytes throws(JSONElementError) in
                try scan.end(in: bytes, from: start)
            }
        } catch {
            throw .malformed(records: record.number - 1, line: record.line)
        }
        guard let end else {
            if isAtEnd {
                // The input ends here. An invalid value without brackets ends with it, but the array isn't
                // closed.
                throw .cutOff(records: record.number - 1, line: record.line)
            }
            // The scanned bytes are no longer needed.
            scan.forgetLength()
            start = buffer.count
            skipping = (scan, record)
            return nil
        }
        start = end
        place = .afterElement
        skipping = nil
        return record
    }

    /// Counts the lines up to an offset in the buffer.
    private mutating func advanceLines(to offset: Int) {
        let begin = lineStart.offset
        guard offset > begin else { return }
        let lines = buffer.withUnsafeBufferPointer { bytes in
            var lines = 0
            for byte in bytes[begin..<offset] { lines &+= byte == 0x0A ? 1 : 0 }
            return lines
        }
        lineStart = (offset, lineStart.line + lines)
    }
}

/// An element that a ``JSONRecordReader`` has read. Use it before the next read, because it shares the
/// reader's buffer.
public struct JSONRecord {
    /// The number of the element in the array, from 1.
    public let number: Int
    /// The first line of the element, from 1.
    public let line: Int
    let document: JSONDocument

    fileprivate init(number: Int, line: Int, document: JSONDocument) {
        self.number = number
        self.line = line
        self.document = document
    }

    /// Decodes the element, as ``JSONDocument/decode(_:)`` does.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.decode(type) }

    /// The element's value.
    public var value: JSONView { JSONView(document) }

    /// Returns the element with `null` as the value of some keys.
    public func without(_ keys: Set<String>) -> JSONRecord {
        var nodes = document.nodes
        for key in JSONMembers(nodes: nodes, container: 0) where keys.contains(document.string(nodes[key])) {
            nodes[key + 1].kind = .null
        }
        return JSONRecord(
            number: number, line: line, document: JSONDocument(bytes: document.bytes, nodes: nodes))
    }

    /// The keys of an object in their order; empty for other values.
    public var keys: [String] {
        guard document.nodes[0].kind == .object else { return [] }
        return JSONMembers(nodes: document.nodes, container: 0).map { document.string(document.nodes[$0]) }
    }

    /// Whether the element is an object with exactly these keys in this order.
    ///
    /// Most records of a file have the same keys. Therefore, the caller can reuse results that depend only on
    /// the keys.
    public func hasKeys(_ shape: JSONKeyShape) -> Bool {
        let root = document.nodes[0]
        guard root.kind == .object, Int(root.count) == shape.keys.count else { return false }
        var index = 1
        for key in shape.keys {
            let node = document.nodes[index]
            guard !node.hasEscapes, Int(node.end) - Int(node.start) == key.count else { return false }
            var offset = Int(node.start)
            for byte in key {
                if document.bytes[offset] != byte { return false }
                offset += 1
            }
            index = Int(document.nodes[index + 1].next)
        }
        return true
    }
}

/// The keys of an object in their order, to compare with other objects.
///
/// ```swift
/// func haveSameKeys(_ first: JSONRecord, _ second: JSONRecord) -> Bool {
///     second.hasKeys(JSONKeyShape(first.keys))
/// }
/// ```
public struct JSONKeyShape: Sendable, Hashable {
    fileprivate let keys: [[UInt8]]

    /// Creates a shape from keys.
    public init(_ keys: [String]) { self.keys = keys.map { Array($0.utf8) } }
}

/// An element of an array that can't be read.
public struct JSONBrokenRecord: Sendable, Hashable {
    /// The reason why an element can't be read.
    public enum Reason: Sendable, Hashable {
        /// The element isn't valid JSON.
        case json(JSONProblem)
        /// The element is longer than the limit in bytes.
        case tooLong(limit: Int)
    }

    /// The number of the element in the array, from 1.
    public let number: Int
    /// The first line of the element, from 1.
    public let line: Int
    /// The reason why the element can't be read.
    public let reason: Reason
}

/// The reason why an array can't be read to its end.
public enum JSONRecordError: Error, Sendable, Hashable {
    /// The text isn't an array.
    case notAList(line: Int)
    /// The text ends within the array, after a number of elements.
    case cutOff(records: Int, line: Int)
    /// After a number of elements, the text contains neither an element nor the end of the array. This error
    /// is also thrown if the end of an invalid element can't be determined.
    case malformed(records: Int, line: Int)
}

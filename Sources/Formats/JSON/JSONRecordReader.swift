/// Reads the elements of a JSON array one by one, as they arrive: from a file, a pipe or the network. It needs no more
/// memory than its largest element, and copies nothing of them.
///
/// An element that is no JSON is passed over and told of, as long as its brackets say where it ends.
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
    /// What comes next.
    public enum Part {
        /// An element of the array.
        case record(JSONRecord)
        /// An element that is no JSON, or too long to be read.
        case broken(JSONBrokenRecord)
        /// The array has ended.
        case end
        /// More bytes are needed, by ``JSONRecordReader/append(_:)``, or the word that there are none, by
        /// ``JSONRecordReader/finish()``.
        case needsMore
    }

    private enum Place {
        case beginning
        /// Behind the bracket, or behind a comma.
        case element(isFirst: Bool)
        case behindElement
        case behindList
    }

    /// The most bytes of an element.
    private let longest: Int
    private var buffer: [UInt8] = []
    private var nodes: [JSONNode] = []
    private var start = 0
    private var isAtEnd = false
    private var place = Place.beginning
    /// The place in the buffer up to which lines were counted, and the number of the line there, from 1.
    private var lineStart = (offset: 0, line: 1)
    private var dropped = 0
    /// The end of a broken element that is being looked for.
    private var skipping: (scan: ValueScan, record: JSONBrokenRecord)?

    /// How many elements were read or passed over.
    public private(set) var count = 0

    /// How many bytes of the text were taken apart so far.
    public var position: Int { dropped + start }

    /// Makes a reader.
    ///
    /// - Parameter longest: The most bytes of an element, from 1; longer ones are passed over.
    public init(longest: Int = 1 << 20) {
        self.longest = longest
    }

    /// Takes the next bytes of the text.
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

    /// Takes note that there are no more bytes.
    public mutating func finish() { isAtEnd = true }

    /// The line that the reading has come to, from 1.
    public mutating func line() -> Int {
        advanceLines(to: start)
        return lineStart.line
    }

    /// What comes next.
    ///
    /// - Throws: ``JSONRecordError`` where the text ends or breaks off as a whole. What was read before is good.
    public mutating func next() throws(JSONRecordError) -> Part {
        while true {
            if skipping != nil {
                guard let broken = try skip() else { return .needsMore }
                return .broken(broken)
            }
            guard let byte = peek() else {
                if !isAtEnd { return .needsMore }
                guard case .behindList = place else {
                    if case .beginning = place { throw .notAList(line: line()) }
                    throw .cutOff(records: count, line: line())
                }
                return .end
            }
            switch place {
            case .beginning:
                // A byte-order mark is whole or not there.
                if byte == 0xEF, buffer.count - start < 3, !isAtEnd { return .needsMore }
                if dropped == 0, start == 0, buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
                    start = 3
                    continue
                }
                guard byte == UInt8(ascii: "[") else { throw .notAList(line: line()) }
                start += 1
                place = .element(isFirst: true)
            case .behindList:
                throw .malformed(records: count, line: line())
            case .behindElement:
                start += 1
                switch byte {
                case UInt8(ascii: ","): place = .element(isFirst: false)
                case UInt8(ascii: "]"): place = .behindList
                default: throw .malformed(records: count, line: line())
                }
            case .element(let isFirst):
                if isFirst, byte == UInt8(ascii: "]") {
                    start += 1
                    place = .behindList
                    continue
                }
                return try element()
            }
        }
    }

    /// The next byte that is no white space; `nil` at the end of what is there.
    private mutating func peek() -> UInt8? {
        while start < buffer.count {
            let byte = buffer[start]
            if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
            start += 1
        }
        return nil
    }

    /// The element that begins here.
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
            // What breaks off near the end of the bytes may go on in the next ones. Whatever pieces they come in, an
            // element is too long where nothing is wrong with it up to the limit.
            let mayGoOn = !isAtEnd && scanner.position > buffer.count - Self.longestToken
            let isTooLong = scanner.position - start > longest + (mayGoOn ? Self.longestToken : 0)
            if mayGoOn, !isTooLong { return .needsMore }
            return try broken(isTooLong ? .tooLong(limit: longest) : .json(error))
        }
        if scanner.position - start > longest { return try broken(.tooLong(limit: longest)) }
        // A number at the end may have more digits.
        if scanner.position == buffer.count, !isAtEnd, !scanner.endsWithBracketOrQuote { return .needsMore }
        count += 1
        // Shared with the record until that is let go of.
        nodes = scanner.nodes
        let record = JSONRecord(
            number: count, line: line(), document: JSONDocument(bytes: buffer, nodes: scanner.nodes))
        start = scanner.position
        place = .behindElement
        return .record(record)
    }

    /// The most bytes that are looked at together: an escape of two halves.
    private static let longestToken = 16

    /// How many brackets may be open at once in what is passed over; each takes a byte of memory.
    private static let deepestSkipped = 1 << 22

    private mutating func broken(_ reason: JSONBrokenRecord.Reason) throws(JSONRecordError) -> Part {
        let line = line()
        count += 1
        skipping = (
            ValueScan(deepest: Self.deepestSkipped),
            JSONBrokenRecord(number: count, line: line, reason: reason)
        )
        guard let broken = try skip() else { return .needsMore }
        return .broken(broken)
    }

    /// Passes over the rest of a broken element; `nil` where more bytes are needed.
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
                // A word without brackets ends with the text.
                throw .cutOff(records: record.number - 1, line: record.line)
            }
            // What was looked at isn't needed any more.
            scan.forgetLength()
            start = buffer.count
            skipping = (scan, record)
            return nil
        }
        start = end
        place = .behindElement
        skipping = nil
        return record
    }

    /// Counts the lines up to a place in the buffer.
    private mutating func advanceLines(to offset: Int) {
        let begin = lineStart.offset
        guard offset > begin else { return }
        let lines = buffer.withUnsafeBufferPointer { bytes in
            var lines = 0
            for index in begin..<offset where bytes[index] == 0x0A { lines += 1 }
            return lines
        }
        lineStart = (offset, lineStart.line + lines)
    }
}

/// An element of an array that a ``JSONRecordReader`` has read. It is to be used before the reader goes on, since it
/// holds the reader's bytes.
public struct JSONRecord {
    /// Its number in the array, from 1.
    public let number: Int
    /// The line where it begins, from 1.
    public let line: Int
    let document: JSONDocument

    fileprivate init(number: Int, line: Int, document: JSONDocument) {
        self.number = number
        self.line = line
        self.document = document
    }

    /// Makes a value of it.
    ///
    /// - Throws: ``JSONProblem``, with the place of what is missing or of the wrong kind, and what the type itself
    ///   throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type, with decoder: JSONValueDecoder = JSONValueDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: document)
    }

    /// Makes a value of it, and tells which keys of the outermost object the type asked for, whether they are there or
    /// not.
    ///
    /// - Throws: As ``decode(_:with:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, with decoder: JSONValueDecoder = JSONValueDecoder(),
        notingKeys keys: inout Set<String>
    ) throws -> Value {
        try decoder.decode(type, from: document, notingKeys: &keys)
    }

    /// The keys of an object, in their order; none of another value.
    public var keys: [String] {
        guard document.nodes[0].kind == .object else { return [] }
        return JSONMembers(nodes: document.nodes, container: 0).map { document.string(document.nodes[$0]) }
    }

    /// Whether it is an object with these keys in this order.
    ///
    /// The records of a file mostly have the same keys, so that what is worked out for one holds for the next.
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

/// The keys of an object in their order, to tell whether another one has the same.
///
/// ```swift
/// let shape = JSONKeyShape(record.keys)
/// if next.hasKeys(shape) { print("the same") }
/// ```
public struct JSONKeyShape: Sendable, Hashable {
    fileprivate let keys: [[UInt8]]

    /// Makes a shape of keys.
    public init(_ keys: [String]) { self.keys = keys.map { Array($0.utf8) } }
}

/// An element of an array that can't be read.
public struct JSONBrokenRecord: Sendable, Hashable {
    /// Why it can't be read.
    public enum Reason: Sendable, Hashable {
        /// It is no JSON.
        case json(JSONProblem)
        /// It has more bytes than an element may have.
        case tooLong(limit: Int)
    }

    /// Its number in the array, from 1.
    public let number: Int
    /// The line where it begins, from 1.
    public let line: Int
    /// Why it can't be read.
    public let reason: Reason
}

/// Why an array can't be read to its end.
public enum JSONRecordError: Error, Sendable, Hashable {
    /// The text is no array.
    case notAList(line: Int)
    /// The text ends in the middle, behind so many elements.
    case cutOff(records: Int, line: Int)
    /// What stands behind so many elements is neither another one nor the end, or nobody can tell where it ends.
    case malformed(records: Int, line: Int)
}

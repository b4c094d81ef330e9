/// Splits a JSON text into parts while it is read. The parts are the elements of its lists, and the remaining
/// members of its outermost object. A file of any size needs only the memory of its largest part.
///
/// Each part has the bytes of a value, which a decoder can parse. The reader itself checks only the structure
/// around the values.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "places.geojson"))
/// var reader = JSONElementReader(lists: ["features"]) { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let part = try reader.next() {
///     if case .element(_, let number, let bytes) = part { print(number, bytes.count) }
/// }
/// ```
public struct JSONElementReader {
    /// A part of the text.
    public enum Part: Sendable {
        /// A member of the outermost object that isn't one of the lists, with the bytes of its value.
        case member(key: String, bytes: [UInt8])
        /// An element of the outermost list, or of a list in the outermost object. The number counts from 1.
        case element(key: String?, number: Int, bytes: [UInt8])
    }

    /// The maximum length of a value in bytes.
    public static let maximumValueLength = 1 << 27
    /// The maximum number of open brackets in a value.
    public static let maximumDepth = JSONDocument.maximumDepth - 2

    private enum Place {
        case beginning
        case object(isFirst: Bool)
        case list(key: String?, number: Int)
        case end
    }

    private let lists: Set<String>
    private var input: PieceBuffer
    /// The number of bytes that were removed from the buffer.
    private var dropped = 0
    /// The number of line ends in the removed bytes.
    private var droppedLines = 0
    /// The number of characters after the last line end in the removed bytes.
    private var droppedColumns = 0
    private var place = Place.beginning
    /// The token that the reader looks for next.
    private var expected = JSONProblem.Expectation.value
    private var isInObject = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - lists: The keys of the lists in the outermost object whose elements are returned one by one.
    ///   - read: Returns the next bytes of the text; an empty array at the end.
    public init(lists: Set<String>, read: @escaping () throws -> [UInt8]) {
        self.lists = lists
        input = PieceBuffer(read: read)
    }

    /// Returns the next part, or `nil` at the end.
    ///
    /// - Throws: ``JSONElementError``, and the errors of `read`.
    public mutating func next() throws -> Part? {
        while true {
            switch place {
            case .beginning:
                try begin()
            case .end:
                expected = .end
                guard try peek() == nil else { throw JSONElementError.malformed(offset: offset) }
                return nil
            case .object(let isFirst):
                if try peek() == UInt8(ascii: "}") {
                    input.start += 1
                    place = .end
                    continue
                }
                if !isFirst { try skip(UInt8(ascii: ","), expecting: .commaOrBrace) }
                let key = try key()
                expected = .value
                place = .object(isFirst: false)
                if lists.contains(key), try peek() == UInt8(ascii: "[") {
                    input.start += 1
                    place = .list(key: key, number: 0)
                    continue
                }
                return .member(key: key, bytes: try value())
            case .list(let key, let number):
                if try peek() == UInt8(ascii: "]") {
                    input.start += 1
                    place = isInObject ? .object(isFirst: false) : .end
                    continue
                }
                if number > 0 { try skip(UInt8(ascii: ","), expecting: .commaOrBracket) }
                expected = .value
                place = .list(key: key, number: number + 1)
                return .element(key: key, number: number + 1, bytes: try value())
            }
        }
    }

    private var offset: Int { dropped + input.start }

    /// The number of bytes processed so far.
    public var position: Int { offset }

    /// Returns the line, from 1, of a byte of the last part or of an error.
    ///
    /// - Parameter offset: The offset of the byte in the text, from 0.
    public func line(of offset: Int) -> Int {
        let end = min(max(0, offset - dropped), input.bytes.count)
        return 1 + droppedLines + Self.lines(in: input.bytes[..<end])
    }

    /// Returns the line, from 1, of a problem with the last value, and the expected token.
    ///
    /// - Parameters:
    ///   - problem: The problem that was found when `value` was parsed as a document.
    ///   - value: The bytes of the value.
    public func place(
        of problem: JSONProblem, in value: [UInt8]
    ) -> (line: Int, expected: JSONProblem.Expectation?) {
        let first = line(of: position - value.count)
        guard case .syntax(let expected, let place) = problem else { return (first, nil) }
        return (first + place.line - 1, expected)
    }

    /// Converts an error of this reader to the problem that ``JSONDocument`` finds in the same text, with the
    /// position in the whole text.
    ///
    /// - Parameter error: The error that ``next()`` has thrown last.
    public func problem(for error: JSONElementError) -> JSONProblem {
        switch error {
        case .tooLong: return .tooLong(limit: Self.maximumValueLength)
        case .tooDeep: return .tooDeep(limit: JSONDocument.maximumDepth, place(of: input.start))
        case .cutOff, .malformed:
            guard expected == .value else { return .syntax(expected, place(of: input.start)) }
            do throws(JSONProblem) {
                _ = try JSONDocument(Array(input.bytes[input.start...]))
                // The text ends after a number or a word, which might go on.
                if case .list = place { return .syntax(.commaOrBracket, place(of: input.bytes.count)) }
                return .syntax(.commaOrBrace, place(of: input.bytes.count))
            } catch {
                return moved(error, to: input.start, before: input.bytes.count)
            }
        }
    }

    /// Returns a problem of the last value with its position in the whole text.
    ///
    /// - Parameters:
    ///   - problem: The problem that was found when `value` was parsed as a document.
    ///   - value: The bytes of the value.
    public func problem(_ problem: JSONProblem, in value: [UInt8]) -> JSONProblem {
        moved(problem, to: max(0, input.start - value.count), before: input.start)
    }

    /// Returns a problem of a part of the buffer, with its position in the whole text.
    private func moved(_ problem: JSONProblem, to index: Int, before end: Int) -> JSONProblem {
        func moved(_ position: JSONProblem.Position) -> JSONProblem.Position {
            place(of: index).moved(by: position, elseFound: place(of: end).found)
        }
        return switch problem {
        case .syntax(let expected, let position): .syntax(expected, moved(position))
        case .tooDeep(let limit, let position): .tooDeep(limit: limit, moved(position))
        case .tooLong, .repeatedKey, .missing, .mismatch: problem
        }
    }

    /// Returns the position of an index of the buffer in the whole text.
    private func place(of index: Int) -> JSONProblem.Position {
        let lines = Self.lines(in: input.bytes[..<index])
        let rest = input.bytes[index...].prefix(4)
        return JSONProblem.Position(
            line: 1 + droppedLines + lines, column: 1 + columns(to: index, isInFirstLine: lines == 0),
            found: String(decoding: rest, as: UTF8.self).first.map { String($0) })
    }

    /// Returns the number of characters between the last line end and an index of the buffer.
    private func columns(to index: Int, isInFirstLine: Bool) -> Int {
        let line =
            isInFirstLine ? input.bytes[..<index] : input.bytes[(lastLineEnd(before: index) + 1)..<index]
        // Continuation bytes of UTF-8 don't count as characters.
        return line.reduce(isInFirstLine ? droppedColumns : 0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    private func lastLineEnd(before index: Int) -> Int { input.bytes[..<index].lastIndex(of: 0x0A) ?? -1 }

    private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for byte in bytes where byte == 0x0A { count += 1 }
            return count
        }
    }

    private mutating func begin() throws {
        try input.skipByteOrderMark()
        switch try peek() {
        case UInt8(ascii: "["):
            place = .list(key: nil, number: 0)
        case UInt8(ascii: "{"):
            isInObject = true
            place = .object(isFirst: true)
        default:
            throw JSONElementError.malformed(offset: offset)
        }
        input.start += 1
    }

    /// Appends the next piece to the remaining bytes. Returns `false` at the end of the input.
    private mutating func readMore() throws -> Bool {
        if !input.isAtEnd, input.start > 0 {
            let lines = Self.lines(in: input.bytes[..<input.start])
            droppedColumns = columns(to: input.start, isInFirstLine: lines == 0)
            droppedLines += lines
            dropped += input.start
        }
        return try input.refill()
    }

    /// Returns the next byte that isn't white space; `nil` at the end.
    private mutating func peek() throws -> UInt8? {
        while true {
            while input.start < input.bytes.count {
                let byte = input.bytes[input.start]
                if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
                input.start += 1
            }
            guard try readMore() else { return nil }
        }
    }

    private mutating func skip(_ byte: UInt8, expecting expectation: JSONProblem.Expectation) throws {
        expected = expectation
        guard let found = try peek() else { throw JSONElementError.cutOff }
        guard found == byte else { throw JSONElementError.malformed(offset: offset) }
        input.start += 1
    }

    private mutating func key() throws -> String {
        expected = .key
        guard let quote = try peek() else { throw JSONElementError.cutOff }
        guard quote == UInt8(ascii: "\"") else { throw JSONElementError.malformed(offset: offset) }
        let at = offset
        let bytes = try value()
        guard let document = try? JSONDocument(bytes),
            let key = try? document.decode(String.self)
        else { throw JSONElementError.malformed(offset: at) }
        try skip(UInt8(ascii: ":"), expecting: .colon)
        return key
    }

    /// Returns the bytes of the value that starts here.
    private mutating func value() throws -> [UInt8] {
        guard let first = try peek() else { throw JSONElementError.cutOff }
        if [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(first) {
            throw JSONElementError.malformed(offset: offset)
        }
        var scan = JSONValueScan()
        while true {
            // If a scan is incomplete, continue it with the next piece.
            let end: Int?
            do {
                end = try input.bytes.withUnsafeBufferPointer { bytes in
                    try scan.end(in: bytes, from: input.start)
                }
            } catch JSONElementError.malformed(let position) {
                // The offset is relative to the buffer. Convert it to an offset in the whole text.
                throw JSONElementError.malformed(offset: dropped + position)
            }
            if let end {
                let value = Array(input.bytes[input.start..<end])
                input.start = end
                return value
            }
            guard input.count <= Self.maximumValueLength else {
                throw JSONElementError.tooLong(offset: offset)
            }
            guard try readMore() else { throw JSONElementError.cutOff }
        }
    }
}

/// An error in the structure of a JSON text.
public enum JSONElementError: Error, Hashable {
    /// The text ends before all brackets are closed.
    case cutOff
    /// The text isn't valid JSON at a byte offset, from 0.
    case malformed(offset: Int)
    /// More brackets are open than ``JSONElementReader/maximumDepth``.
    case tooDeep
    /// A value is longer than ``JSONElementReader/maximumValueLength``.
    case tooLong(offset: Int)
}

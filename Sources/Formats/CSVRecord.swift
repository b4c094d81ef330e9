/// One record of comma-separated values. Fields become strings only when they are asked for.
public struct CSVRecord {
    /// Why a record could not be read.
    public enum Malformation: Hashable, Sendable {
        /// A quote is never closed.
        case unclosedQuote
        /// There is text between a closing quote and the end of its field.
        case textAfterQuote
        /// The record is longer than ``CSVReader/longestRecord``.
        case tooLong
        /// The file ends in the middle of it: no line end closes it, and it has fewer fields than the header.
        case cutOff
        /// A quote above it is never closed, and it has fewer fields than the header, or the file no last line end: it
        /// may be a line of a field.
        case belowUnclosedQuote
        /// Behind as many fields as the header has, there are others that aren't empty.
        case tooManyFields
    }

    struct Field {
        let start: Int
        let end: Int
        let isQuoted: Bool
        let hasDoubledQuotes: Bool
    }

    /// The line that the record begins at, from 1.
    public let line: Int
    /// Why the record could not be read; `nil` for a good one.
    public let malformation: Malformation?
    /// Whether a line end closes the record, and not the end of the file.
    public let hasLineEnd: Bool
    private let bytes: [UInt8]
    private let fields: [Field]

    init(line: Int, bytes: [UInt8], fields: [Field], hasLineEnd: Bool) {
        self.line = line
        self.malformation = nil
        self.hasLineEnd = hasLineEnd
        self.bytes = bytes
        self.fields = fields
    }

    init(line: Int, malformed: Malformation) {
        self.line = line
        self.malformation = malformed
        self.hasLineEnd = malformed != .cutOff
        self.bytes = []
        self.fields = []
    }

    /// How many fields there are.
    public var count: Int { fields.count }

    /// Whether the record is an empty line.
    var isBlank: Bool {
        fields.count == 1 && fields[0].start == fields[0].end && !fields[0].isQuoted
    }

    /// Whether neither a line end nor a quote closes the last field: there may be more of it than the file has, also where
    /// it is empty.
    public var isOpenEnded: Bool {
        guard !hasLineEnd, let last = fields.last else { return false }
        return !last.isQuoted
    }

    /// Whether a field has nothing but spaces, tabs and what is left of odd line ends.
    func isBlank(at index: Int) -> Bool {
        bytes[fields[index].start..<fields[index].end].allSatisfy { " \t\r".utf8.contains($0) }
    }

    /// Whether a field is missing or empty.
    public func isEmpty(at index: Int) -> Bool {
        !fields.indices.contains(index) || fields[index].start == fields[index].end
    }

    /// A field as a string, empty where the record is too short; `nil` where it is not valid UTF-8.
    public func string(at index: Int) -> String? {
        guard fields.indices.contains(index) else { return "" }
        let field = fields[index]
        guard field.hasDoubledQuotes else {
            return String(validating: bytes[field.start..<field.end], as: UTF8.self)
        }
        let quote = UInt8(ascii: "\"")
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(field.end - field.start)
        var position = field.start
        while position < field.end {
            unescaped.append(bytes[position])
            position += bytes[position] == quote ? 2 : 1
        }
        return String(validating: unescaped, as: UTF8.self)
    }

    /// All fields as strings, or `nil` where one is not valid UTF-8.
    public var strings: [String]? {
        var all: [String] = []
        for index in fields.indices {
            guard let string = string(at: index) else { return nil }
            all.append(string)
        }
        return all
    }
}

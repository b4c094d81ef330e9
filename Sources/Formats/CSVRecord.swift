import Localization

/// A record of comma-separated values. Fields are converted to strings on demand.
public struct CSVRecord {
    /// The reason why a record can't be read.
    public enum Malformation: Hashable, Sendable {
        /// A quote is never closed.
        case unclosedQuote
        /// There is text between a closing quote and the end of its field.
        case textAfterQuote
        /// The record is longer than ``CSVReader/maximumRecordLength``.
        case tooLong
        /// The file ends within the record: the record has no line end and fewer fields than the header.
        case cutOff
        /// The record follows a quote that is never closed. The record is incomplete, or the file has no
        /// final line end. Therefore, the record may be a line of the field that starts with the quote.
        case belowUnclosedQuote
        /// The record has non-empty fields in addition to those of the header.
        case tooManyFields
    }

    struct Field {
        let start: Int
        let end: Int
        let isQuoted: Bool
        let hasDoubledQuotes: Bool
    }

    /// The first line of the record, from 1.
    public let line: Int
    /// The reason why the record can't be read; `nil` for a valid record.
    public let malformation: Malformation?
    /// Whether the record ends with a line end, not with the end of the file.
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

    /// The number of fields.
    public var count: Int { fields.count }

    /// Whether the record is an empty line.
    var isBlank: Bool {
        fields.count == 1 && fields[0].start == fields[0].end && !fields[0].isQuoted
    }

    /// Whether neither a quote nor a line end closes the last field. If so, the field may be truncated, even
    /// if it is empty.
    public var mayBeTruncated: Bool {
        guard !hasLineEnd, let last = fields.last else { return false }
        return !last.isQuoted
    }

    /// Whether a field contains only spaces, tabs and carriage returns.
    func isBlank(at index: Int) -> Bool {
        bytes[fields[index].start..<fields[index].end].allSatisfy { " \t\r".utf8.contains($0) }
    }

    /// Whether a field is missing or empty.
    public func isEmpty(at index: Int) -> Bool {
        !fields.indices.contains(index) || fields[index].start == fields[index].end
    }

    /// Returns a field as a string; an empty string if the record is too short, and `nil` if the field isn't
    /// valid UTF-8.
    ///
    /// - Parameter index: The index of the field, from 0.
    public func string(at index: Int) -> String? {
        guard fields.indices.contains(index) else { return "" }
        let field = fields[index]
        guard field.hasDoubledQuotes else {
            return bytes.withUnsafeBufferPointer {
                Self.valid(UnsafeBufferPointer(rebasing: $0[field.start..<field.end]))
            }
        }
        let quote = UInt8(ascii: "\"")
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(field.end - field.start)
        var position = field.start
        while position < field.end {
            unescaped.append(bytes[position])
            position += bytes[position] == quote ? 2 : 1
        }
        return unescaped.withUnsafeBufferPointer(Self.valid)
    }

    /// Returns the text of UTF-8; `nil` if the bytes aren't valid. `String(validating:as:)` takes three times as
    /// long.
    private static func valid(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        if bytes.allSatisfy({ $0 < 0x80 }) { return text }
        // Invalid bytes were replaced.
        return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }

    /// All fields as strings; `nil` if a field isn't valid UTF-8.
    public var strings: [String]? {
        var all: [String] = []
        for index in fields.indices {
            guard let string = string(at: index) else { return nil }
            all.append(string)
        }
        return all
    }
}

extension CSVRecord.Malformation {
    /// The reason for skipping the record: the end of “Line 12 was skipped: …”.
    public var reason: LocalizedText {
        switch self {
        case .unclosedQuote: text("a quote is never closed")
        case .textAfterQuote: text("there is text after a closing quote")
        case .tooLong: text("it is too long; probably a quote is never closed")
        case .cutOff: text("the file ends in the middle of this line")
        case .belowUnclosedQuote: text("it follows a quote that is never closed")
        case .tooManyFields: text("it has more fields than the header")
        }
    }
}

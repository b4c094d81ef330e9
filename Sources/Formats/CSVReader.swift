/// Reads comma-separated values (RFC 4180) as a stream of records, from a file of any size.
///
/// A byte-order mark, CRLF and LF line ends, and quoted fields with commas, quotes and newlines are understood. So is CR
/// as a line end, in a file whose first line ends with one that has no LF behind it, and the semicolon in place of the
/// comma, in a file whose first line has semicolons and outside quotes no comma. A record that is not well formed
/// doesn't end the file: it is reported with its line, and reading goes on at the line after the one it began at. Below a
/// quote that is never closed, a record is only one that has all fields of the header; in a file without a last line end,
/// there is none, as that may be cut off in the field. So it is below one that ends at another field's quote, up to the
/// next record with all fields. A record has no more fields than the header, but for empty ones:
/// text with a separator should stand in quotes. The last record needs no line end, unless it lacks fields that the
/// header has: then the file is cut off within it. That a file is cut off within its very last field can't be told, as
/// some spreadsheets write no last line end either; ``openEnd`` says where it may be so.
///
/// ```swift
/// var reader = CSVReader { try file.read(upTo: 1 << 18) }
/// while let record = try reader.next() {
///     print(record.line, try record.string(at: 0))
/// }
/// ```
public struct CSVReader {
    /// The longest record in bytes; a longer one is most likely a quote that was never closed. It is no shorter than
    /// what a line of a script can put into a field, so that an export can be read again.
    public static let longestRecord = 1 << 24

    /// The line of the last record, once it is read, where nothing closes its last field and that isn't empty: no line end
    /// and no quote. The file may be cut off in that field.
    public private(set) var openEnd: Int?
    /// Whether a quote above is never closed: what isn't a whole record may be a line of that field.
    private var isBelowQuote = false
    /// Whether a quote above, in a record that isn't well formed, goes on to one of a line below it: up to the next whole
    /// record, the same may be true.
    private var isWithinQuote = false
    /// Whether the file has no last line end either: the lines below are rather of the field that it is cut off in.
    private var isTorn = false
    private let read: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var start = 0
    private var line = 1
    private var isAtEnd = false
    private var isAtBeginning = true
    private var dialect = CSVDialect()
    /// Whether a CR has ended the line before, which an LF may belong to.
    private var isBehindReturn = false
    /// How many fields the header has, once it is read.
    private var width: Int?

    /// Makes a reader of the bytes that `read` gives, piece by piece; an empty piece is the end.
    public init(read: @escaping () throws -> [UInt8]) {
        self.read = read
    }

    /// Whether semicolons part the fields, as they do where numbers have a decimal comma. The header, once it is read,
    /// tells.
    public var hasSemicolons: Bool { dialect.separator == UInt8(ascii: ";") }

    /// The next record, or `nil` at the end. Blank lines are passed over.
    public mutating func next() throws -> CSVRecord? {
        if isAtBeginning {
            try skipByteOrderMark()
            try findDialect()
        }
        while true {
            if start >= buffer.count, try !refill() { return nil }
            if isBehindReturn {
                isBehindReturn = false
                if buffer[start] == UInt8(ascii: "\n") {
                    start += 1
                    continue
                }
            }
            if isTorn {
                let (first, at) = (start, line)
                try skipLine()
                if buffer[first..<start].allSatisfy({ "\r\n".utf8.contains($0) }) { continue }
                return CSVRecord(line: at, malformed: .belowUnclosedQuote)
            }
            switch try scan() {
            case .record(let record):
                if record.isBlank { continue }
                return checked(record)
            case .malformed(let line, let reason):
                return CSVRecord(line: line, malformed: reason)
            }
        }
    }

    /// The record, or the reason why it is none beside the header and what is above it.
    private mutating func checked(_ record: CSVRecord) -> CSVRecord {
        guard let width else {
            self.width = record.count
            return record
        }
        if record.count < width {
            if !record.hasLineEnd { return CSVRecord(line: record.line, malformed: .cutOff) }
            if isBelowQuote || isWithinQuote {
                return CSVRecord(line: record.line, malformed: .belowUnclosedQuote)
            }
        } else if !(width..<record.count).allSatisfy({ record.isBlank(at: $0) }) {
            return CSVRecord(line: record.line, malformed: .tooManyFields)
        }
        isWithinQuote = false
        if record.isOpenEnded, !record.isEmpty(at: record.count - 1) { openEnd = record.line }
        return record
    }

    private mutating func skipByteOrderMark() throws {
        isAtBeginning = false
        while buffer.count < 3, try refill() {}
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }

    private mutating func findDialect() throws {
        for offset in 0..<CSVDialect.longestLook {
            if start + offset == buffer.count, try !refill() { return dialect.end() }
            if dialect.isFound(with: buffer[start + offset]) { return }
        }
    }

    /// Appends the next piece to what is not consumed yet; false at the end of the input.
    private mutating func refill() throws -> Bool {
        guard !isAtEnd else { return false }
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        let piece = try read()
        isAtEnd = piece.isEmpty
        buffer += piece
        return !isAtEnd
    }

    private enum Scan {
        case record(CSVRecord)
        case malformed(line: Int, CSVRecord.Malformation)
    }

    private enum Attempt {
        case complete(end: Int, lines: Int, fields: [CSVRecord.Field], hasLineEnd: Bool)
        case malformed(CSVRecord.Malformation, lines: Int)
        case needsMore
    }

    private mutating func scan() throws -> Scan {
        while true {
            switch attempt() {
            case .complete(let end, let lines, let fields, let hasLineEnd):
                let record = CSVRecord(
                    line: line, bytes: Array(buffer[start..<end]), fields: fields, hasLineEnd: hasLineEnd)
                start = end
                line += lines
                isBehindReturn = dialect.endsLinesAtReturn && buffer[end - 1] == UInt8(ascii: "\r")
                return .record(record)
            case .malformed(let reason, let lines):
                let at = line
                if reason == .textAfterQuote, lines > 0 { isWithinQuote = true }
                try skipLine()
                return .malformed(line: at, reason)
            case .needsMore:
                // Twice as much each time, so that a long record isn't read over and over.
                let present = buffer.count - start
                var hasMore = false
                while buffer.count - start < 2 * present, try refill() { hasMore = true }
                if !hasMore, case .needsMore = attempt() {
                    let at = line
                    isBelowQuote = true
                    if let last = buffer.last, !"\r\n".utf8.contains(last) { isTorn = true }
                    try skipLine()
                    return .malformed(line: at, .unclosedQuote)
                }
            }
        }
    }

    private mutating func skipLine() throws {
        while true {
            let endsAtReturn = dialect.endsLinesAtReturn
            let end = buffer[start...].firstIndex {
                $0 == UInt8(ascii: "\n") || (endsAtReturn && $0 == UInt8(ascii: "\r"))
            }
            if let end {
                isBehindReturn = buffer[end] == UInt8(ascii: "\r")
                start = end + 1
                line += 1
                return
            }
            start = buffer.count
            guard try refill() else { return }
        }
    }

    /// Finds the fields of the record that begins at `start`; their offsets are relative to it.
    private func attempt() -> Attempt {
        buffer.withUnsafeBufferPointer { bytes in
            let separator = dialect.separator, quote = UInt8(ascii: "\"")
            let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
            let endsLinesAtReturn = dialect.endsLinesAtReturn
            let otherLineEnd = endsLinesAtReturn ? carriageReturn : newline
            let limit = min(bytes.count, start + Self.longestRecord)
            let isWhole = isAtEnd && limit == bytes.count
            var fields: [CSVRecord.Field] = []
            fields.reserveCapacity(32)
            var position = start
            var lines = 0

            func unfinished() -> Attempt {
                limit < bytes.count || limit - start >= Self.longestRecord
                    ? .malformed(.tooLong, lines: lines) : .needsMore
            }

            while true {
                // One field.
                if position < limit, bytes[position] == quote {
                    position += 1
                    let fieldStart = position
                    var hasDoubledQuotes = false
                    while true {
                        guard position < limit else { return unfinished() }
                        let byte = bytes[position]
                        if byte == quote {
                            guard position + 1 < limit else {
                                if isWhole { break }
                                return unfinished()
                            }
                            guard bytes[position + 1] == quote else { break }
                            hasDoubledQuotes = true
                            position += 2
                        } else {
                            if byte == newline || byte == otherLineEnd {
                                // CR and LF together are one line end.
                                let isSecondHalf =
                                    endsLinesAtReturn && byte == newline
                                    && bytes[position - 1] == carriageReturn
                                if !isSecondHalf { lines += 1 }
                            }
                            position += 1
                        }
                    }
                    fields.append(
                        .init(
                            start: fieldStart - start, end: position - start,
                            isQuoted: true, hasDoubledQuotes: hasDoubledQuotes))
                    position += 1
                    if !endsLinesAtReturn, position < limit, bytes[position] == carriageReturn {
                        position += 1
                        guard position < limit || isWhole else { return unfinished() }
                    }
                    if position < limit, bytes[position] != separator, bytes[position] != newline,
                        bytes[position] != otherLineEnd
                    {
                        return .malformed(.textAfterQuote, lines: lines)
                    }
                } else {
                    let fieldStart = position
                    while position < limit, bytes[position] != separator, bytes[position] != newline,
                        bytes[position] != otherLineEnd
                    {
                        position += 1
                    }
                    guard position < limit || isWhole else { return unfinished() }
                    var fieldEnd = position
                    let endsLine = position == limit || bytes[position] == newline
                    if endsLine, fieldEnd > fieldStart, bytes[fieldEnd - 1] == carriageReturn {
                        fieldEnd -= 1
                    }
                    fields.append(
                        .init(
                            start: fieldStart - start, end: fieldEnd - start, isQuoted: false,
                            hasDoubledQuotes: false))
                }
                // What ends it.
                guard position < limit else {
                    guard isWhole else { return unfinished() }
                    // A line end of two bytes may be cut off itself.
                    let hasLineEnd = position > start && bytes[position - 1] == carriageReturn
                    return .complete(
                        end: position, lines: lines + 1, fields: fields, hasLineEnd: hasLineEnd)
                }
                let ending = bytes[position]
                position += 1
                if ending == newline || ending == otherLineEnd {
                    return .complete(end: position, lines: lines + 1, fields: fields, hasLineEnd: true)
                }
            }
        }
    }
}

/// Reads comma-separated values (RFC 4180) as a stream of records, from a file of any size.
///
/// The reader supports byte-order marks, CRLF and LF line ends, and quoted fields with commas, quotes and
/// newlines. CR is a line end if the first line ends with a CR without LF. Commas, semicolons or tabs separate the fields,
/// whichever the first records have as often as the header, or the separator that a first line such as `sep=;` names. If a
/// blank follows every separator, blanks around fields don't count.
///
/// Reading continues after a malformed record. The record is returned with its line and the reason, and the
/// next record starts at the line after its first line. A record is malformed in these cases:
/// - A quote is never closed. In that case, later lines may belong to that field, so only records with all
///   fields of the header are accepted. If the file also has no final line end, all later lines are rejected.
/// - A quote isn't closed where it should be, and the opening quote of another field closes it. In that case,
///   records with missing fields are rejected until the next complete record.
/// - A record has more fields than the header, and the additional fields aren't empty. A text with a
///   separator must be quoted.
/// - The last record has no line end and fewer fields than the header, because the file is truncated.
///
/// Truncation within the last field can't be detected, because some spreadsheets write no final line end; see
/// ``possiblyTruncatedLine``.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "books.csv"))
/// var reader = CSVReader { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let record = try reader.next() {
///     print(record.line, record.string(at: 0) ?? "not UTF-8")
/// }
/// ```
public struct CSVReader {
    /// The maximum length of a record in bytes. A longer record probably has an unclosed quote. The limit is
    /// at least the maximum length of a script's line. Therefore, every text that a user can type can be
    /// exported and imported again.
    public static let maximumRecordLength = 1 << 24

    /// The line of the last record if its last field may be truncated: the field isn't empty, and neither a
    /// quote nor a line end closes it. This property is set when the record is read.
    public private(set) var possiblyTruncatedLine: Int?
    /// Whether an earlier quote is never closed. If so, an incomplete record may be a line of the field that
    /// starts with that quote.
    private var followsUnclosedQuote = false
    /// Whether a quote in an earlier malformed record ended in a later line. Until the next complete record,
    /// incomplete records may be lines of that field.
    private var followsMisplacedQuote = false
    /// Whether the file has an unclosed quote and also no final line end. If so, the lines after the quote
    /// probably belong to a truncated field.
    private var lacksFinalLineEnd = false
    private var input: PieceBuffer
    private var line = 1
    private var isAtBeginning = true
    private var dialect = CSVDialect()
    /// Whether the previous line ended with a CR, to which an LF may belong.
    private var followsCarriageReturn = false
    /// The number of fields in the header; `nil` until the header is read.
    private var width: Int?

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the file; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) {
        input = PieceBuffer(read: read)
    }

    /// Whether semicolons separate the fields, as in files with decimal commas. The value is known when the
    /// header is read.
    public var isSemicolonSeparated: Bool { dialect.separator == UInt8(ascii: ";") }

    /// Returns the next record, or `nil` at the end. Blank lines are skipped.
    ///
    /// - Throws: The errors of `read`.
    public mutating func next() throws -> CSVRecord? {
        if isAtBeginning {
            try skipByteOrderMark()
            try findDialect()
        }
        while true {
            if input.start >= input.bytes.count, try !input.refill() { return nil }
            if followsCarriageReturn {
                followsCarriageReturn = false
                if input.bytes[input.start] == UInt8(ascii: "\n") {
                    input.start += 1
                    continue
                }
            }
            if lacksFinalLineEnd {
                let (first, at) = (input.start, line)
                try skipLine()
                if input.bytes[first..<input.start].allSatisfy({ "\r\n".utf8.contains($0) }) { continue }
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

    /// Returns the record. If it doesn't match the header or may belong to an earlier unclosed quote, returns
    /// a malformed record instead.
    private mutating func checked(_ record: CSVRecord) -> CSVRecord {
        guard let width else {
            self.width = record.count
            return record
        }
        if record.count < width {
            if !record.hasLineEnd { return CSVRecord(line: record.line, malformed: .cutOff) }
            if followsUnclosedQuote || followsMisplacedQuote {
                return CSVRecord(line: record.line, malformed: .belowUnclosedQuote)
            }
        } else if !(width..<record.count).allSatisfy({ record.isBlank(at: $0) }) {
            return CSVRecord(line: record.line, malformed: .tooManyFields)
        }
        followsMisplacedQuote = false
        if record.mayBeTruncated, !record.isEmpty(at: record.count - 1) {
            possiblyTruncatedLine = record.line
        }
        return record
    }

    private mutating func skipByteOrderMark() throws {
        isAtBeginning = false
        try input.skipByteOrderMark()
    }

    private mutating func findDialect() throws {
        for offset in 0..<CSVDialect.maximumLookahead {
            if input.start + offset == input.bytes.count, try !input.refill() {
                dialect.end()
                break
            }
            if dialect.inspect(input.bytes[input.start + offset]) { break }
        }
        if dialect.namesSeparator { try skipLine() }
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
                    line: line, bytes: Array(input.bytes[input.start..<end]), fields: fields,
                    hasLineEnd: hasLineEnd)
                input.start = end
                line += lines
                followsCarriageReturn =
                    dialect.endsLinesAtReturn && input.bytes[end - 1] == UInt8(ascii: "\r")
                return .record(record)
            case .malformed(let reason, let lines):
                let at = line
                if reason == .textAfterQuote, lines > 0 { followsMisplacedQuote = true }
                try skipLine()
                return .malformed(line: at, reason)
            case .needsMore:
                // Double the number of bytes before each new attempt, so that a long record isn't scanned too
                // often.
                let present = input.count
                var hasMore = false
                while input.count < 2 * present, try input.refill() { hasMore = true }
                if !hasMore, case .needsMore = attempt() {
                    let at = line
                    followsUnclosedQuote = true
                    if let last = input.bytes.last, !"\r\n".utf8.contains(last) { lacksFinalLineEnd = true }
                    try skipLine()
                    return .malformed(line: at, .unclosedQuote)
                }
            }
        }
    }

    private mutating func skipLine() throws {
        while true {
            let endsAtReturn = dialect.endsLinesAtReturn
            let end = input.bytes[input.start...].firstIndex {
                $0 == UInt8(ascii: "\n") || (endsAtReturn && $0 == UInt8(ascii: "\r"))
            }
            if let end {
                followsCarriageReturn = input.bytes[end] == UInt8(ascii: "\r")
                input.start = end + 1
                line += 1
                return
            }
            input.start = input.bytes.count
            guard try input.refill() else { return }
        }
    }

    /// Scans the record that starts at `start`. The fields' offsets are relative to it.
    private func attempt() -> Attempt {
        input.bytes.withUnsafeBufferPointer { bytes in
            let separator = dialect.separator, quote = UInt8(ascii: "\"")
            let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
            let blank = UInt8(ascii: " "), isPadded = dialect.isPadded
            let endsLinesAtReturn = dialect.endsLinesAtReturn
            let otherLineEnd = endsLinesAtReturn ? carriageReturn : newline
            let limit = min(bytes.count, input.start + Self.maximumRecordLength)
            let isWhole = input.isAtEnd && limit == bytes.count
            var fields: [CSVRecord.Field] = []
            fields.reserveCapacity(32)
            var position = input.start
            var lines = 0

            func unfinished() -> Attempt {
                limit < bytes.count || limit - input.start >= Self.maximumRecordLength
                    ? .malformed(.tooLong, lines: lines) : .needsMore
            }

            while true {
                // Scan one field.
                if isPadded { while position < limit, bytes[position] == blank { position += 1 } }
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
                                // CR and LF count as one line end.
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
                            start: fieldStart - input.start, end: position - input.start,
                            isQuoted: true, hasDoubledQuotes: hasDoubledQuotes))
                    position += 1
                    if isPadded { while position < limit, bytes[position] == blank { position += 1 } }
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
                            start: fieldStart - input.start, end: fieldEnd - input.start, isQuoted: false,
                            hasDoubledQuotes: false))
                }
                // Scan the end of the field.
                guard position < limit else {
                    guard isWhole else { return unfinished() }
                    // At the end of the file, the last line end may be a CR without its LF.
                    let hasLineEnd = position > input.start && bytes[position - 1] == carriageReturn
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

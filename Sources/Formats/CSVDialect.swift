/// What parts the fields of a CSV file and ends its lines, as its first line shows.
///
/// It is found byte by byte, so that it is the same however the file comes in pieces.
struct CSVDialect {
    /// How many bytes are looked at where the first line is longer.
    static let longestLook = 1 << 16

    /// Whether a CR without an LF ends a line too, as it does in what spreadsheets call CSV for the Macintosh.
    private(set) var endsLinesAtReturn = false

    /// A comma, or a semicolon where the first line has semicolons and no comma outside quotes: so spreadsheets write it
    /// in countries whose numbers have a decimal comma.
    var separator: UInt8 { hasSemicolon && !hasComma ? UInt8(ascii: ";") : UInt8(ascii: ",") }

    private var hasComma = false
    private var hasSemicolon = false
    private var isBlank = true
    private var isQuoted = false
    private var mayBeginQuote = true
    private var isBehindReturn = false

    /// Looks at the next byte of the file; whether those behind it make no difference any more.
    mutating func isFound(with byte: UInt8) -> Bool {
        if isBehindReturn {
            // CRs in front of an LF belong to it.
            if byte == UInt8(ascii: "\r") { return false }
            isBehindReturn = false
            if byte != UInt8(ascii: "\n") {
                endsLinesAtReturn = true
                if !isBlank { return true }
            }
        }
        switch byte {
        case UInt8(ascii: "\"") where isQuoted:
            isQuoted = false
            // One that follows at once is a doubled quote.
            mayBeginQuote = true
        case _ where isQuoted: break
        case UInt8(ascii: "\n"):
            mayBeginQuote = true
            return !isBlank
        case UInt8(ascii: "\r"):
            mayBeginQuote = true
            isBehindReturn = true
        case UInt8(ascii: ","):
            hasComma = true
            mayBeginQuote = true
            isBlank = false
        case UInt8(ascii: ";"):
            hasSemicolon = true
            mayBeginQuote = !hasComma
            isBlank = false
        default:
            isQuoted = byte == UInt8(ascii: "\"") && mayBeginQuote
            mayBeginQuote = false
            isBlank = false
        }
        return false
    }

    /// Notes that the file has no more bytes.
    mutating func end() {
        if isBehindReturn { endsLinesAtReturn = true }
    }
}

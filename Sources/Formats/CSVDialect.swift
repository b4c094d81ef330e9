/// The separator and the line ends of a CSV file, detected in its first line.
///
/// Detection works byte by byte, so the result doesn't depend on how the file is split into pieces.
struct CSVDialect {
    /// The maximum number of inspected bytes.
    static let maximumLookahead = 1 << 16

    /// Whether a CR without an LF ends a line, as in files that spreadsheets call “CSV (Macintosh)”.
    private(set) var endsLinesAtReturn = false

    /// The separator: a semicolon or a tab if the first line has it and no comma outside quotes, otherwise a
    /// comma. Spreadsheets write semicolons in countries with decimal commas, and LibraryThing writes tabs.
    var separator: UInt8 {
        if hasComma { return UInt8(ascii: ",") }
        if hasTab { return UInt8(ascii: "\t") }
        return hasSemicolon ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }

    /// Whether a blank follows every separator of the first line, as in files that people write by hand. Then blanks before
    /// a field, and between a quote and a separator, don't count.
    var isPadded: Bool { separators > 0 && paddedSeparators == separators }

    /// The separators outside quotes: the commas, or the semicolons if there is no comma.
    private var separators = 0
    /// The separators that a blank follows.
    private var paddedSeparators = 0
    private var followsSeparator = false
    private var hasComma = false
    private var hasSemicolon = false
    private var hasTab = false
    private var isBlank = true
    private var isQuoted = false
    private var mayBeginQuote = true
    private var followsCarriageReturn = false

    /// Inspects the next byte of the file. Returns whether the dialect is determined.
    mutating func inspect(_ byte: UInt8) -> Bool {
        if followsCarriageReturn {
            // One or more CRs before an LF belong to the same line end.
            if byte == UInt8(ascii: "\r") { return false }
            followsCarriageReturn = false
            if byte != UInt8(ascii: "\n") {
                endsLinesAtReturn = true
                if !isBlank { return true }
            }
        }
        let isFirstOfField = followsSeparator
        followsSeparator = false
        switch byte {
        case UInt8(ascii: " ") where isFirstOfField && !isQuoted: paddedSeparators += 1
        case UInt8(ascii: "\"") where isQuoted:
            isQuoted = false
            // If the next byte is also a quote, the two bytes are an escaped quote, and the field isn't
            // closed.
            mayBeginQuote = true
        case _ where isQuoted: break
        case UInt8(ascii: "\n"):
            mayBeginQuote = true
            return !isBlank
        case UInt8(ascii: "\r"):
            mayBeginQuote = true
            followsCarriageReturn = true
        case UInt8(ascii: ","):
            if !hasComma { (separators, paddedSeparators) = (0, 0) }
            separators += 1
            followsSeparator = true
            hasComma = true
            mayBeginQuote = true
            isBlank = false
        case UInt8(ascii: ";"):
            if !hasComma {
                separators += 1
                followsSeparator = true
            }
            hasSemicolon = true
            mayBeginQuote = !hasComma
            isBlank = false
        case UInt8(ascii: "\t"):
            hasTab = true
            mayBeginQuote = !hasComma && !hasSemicolon
        default:
            isQuoted = byte == UInt8(ascii: "\"") && mayBeginQuote
            mayBeginQuote = false
            isBlank = false
        }
        return false
    }

    /// Completes the detection at the end of the file.
    mutating func end() {
        if followsCarriageReturn { endsLinesAtReturn = true }
    }
}

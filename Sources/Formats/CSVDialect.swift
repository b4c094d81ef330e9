/// The separator and the line ends of a CSV file, detected in its first lines.
///
/// Detection works byte by byte, so the result doesn't depend on how the file is split into pieces.
struct CSVDialect {
    /// The maximum number of inspected bytes.
    static let maximumLookahead = 1 << 16
    /// The number of inspected records.
    private static let recordCount = 10

    /// Whether a CR without an LF ends a line, as in files that spreadsheets call “CSV (Macintosh)”.
    private(set) var endsLinesAtReturn = false
    /// Whether the first line only names the separator, as in `sep=;`, which spreadsheets read.
    private(set) var namesSeparator = false
    /// The separator: of comma, tab and semicolon the one that most records have as often as the header, or else the one
    /// that the header has most often. Spreadsheets write semicolons in countries with decimal commas, and LibraryThing
    /// writes tabs.
    var separator: UInt8 { best.separator }
    /// Whether a blank follows every separator of the header or of the records, as in files that people write by hand. Then
    /// blanks before a field, and between a quote and a separator, don't count.
    var isPadded: Bool { best.isPadded }

    private var candidates = ",\t;".utf8.map { Candidate(separator: $0) }
    /// The beginning of the first line.
    private var start: [UInt8] = []
    private var isFirstLine = true
    private var followsCarriageReturn = false

    private var best: Candidate {
        // The first of equal ones.
        candidates.max { ($0.agreement, $0.width) < ($1.agreement, $1.width) } ?? candidates[0]
    }

    /// Inspects the next byte of the file. Returns whether the dialect is determined.
    mutating func inspect(_ byte: UInt8) -> Bool {
        if followsCarriageReturn {
            // One or more CRs before an LF belong to the same line end.
            if byte == UInt8(ascii: "\r") { return false }
            followsCarriageReturn = false
            if byte != UInt8(ascii: "\n") {
                endsLinesAtReturn = true
                if take(UInt8(ascii: "\n")) { return true }
            }
        }
        guard byte == UInt8(ascii: "\r") else { return take(byte) }
        if isFirstLine, !best.isQuoted { followsCarriageReturn = true }
        return endsLinesAtReturn && take(UInt8(ascii: "\n"))
    }

    /// Completes the detection at the end of the file.
    mutating func end() {
        if followsCarriageReturn { endsLinesAtReturn = true }
        _ = take(UInt8(ascii: "\n"))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        for index in candidates.indices { candidates[index].take(byte) }
        guard isFirstLine else { return candidates.allSatisfy { $0.counts.count >= Self.recordCount } }
        if byte == UInt8(ascii: "\n") {
            if let named = Self.separator(namedBy: start) {
                namesSeparator = true
                candidates = [Candidate(separator: named)]
                isFirstLine = false
            } else if candidates.contains(where: { !$0.counts.isEmpty }) {
                isFirstLine = false
            }
            start = []
        } else if start.count < 8 {
            start.append(byte)
        }
        return false
    }

    /// Returns the separator that a line such as `sep=;` names; `nil` for another line.
    private static func separator(namedBy line: [UInt8]) -> UInt8? {
        let line = line.filter { $0 != UInt8(ascii: "\"") }
        guard line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let named = line.last,
            named == UInt8(ascii: "\t") || (0x21...0x2F).contains(named)
                || (0x3A...0x40).contains(named) || (0x5B...0x7E).contains(named)
        else { return nil }
        return named
    }
}

/// The records of a CSV file, if it has a certain separator.
private struct Candidate {
    let separator: UInt8
    private(set) var isQuoted = false
    /// The numbers of separators outside quotes in the complete records; the first one is the header.
    private(set) var counts: [Int] = []
    /// The numbers of separators that a blank follows.
    private var paddedCounts: [Int] = []
    private var count = 0
    private var padded = 0
    private var isBlank = true
    private var mayBeginQuote = true
    private var followsSeparator = false

    init(separator: UInt8) { self.separator = separator }

    /// The number of separators in the header.
    var width: Int { counts.first ?? count }

    /// The part of the records that have as many separators as the header, from 0 to 1; 0 if the header has none.
    var agreement: Double {
        if width == 0 { return 0 }
        let others = counts.dropFirst()
        return others.isEmpty ? 1 : Double(others.count { $0 == width }) / Double(others.count)
    }

    var isPadded: Bool {
        let pairs = zip(counts, paddedCounts).map { $0 > 0 && $0 == $1 }
        return pairs.first ?? false || pairs.count > 1 && pairs.dropFirst().allSatisfy { $0 }
    }

    mutating func take(_ byte: UInt8) {
        let isFirstOfField = followsSeparator
        followsSeparator = false
        switch byte {
        case UInt8(ascii: " ") where isFirstOfField && !isQuoted: padded += 1
        case UInt8(ascii: "\"") where isQuoted:
            isQuoted = false
            // If the next byte is also a quote, the two bytes are an escaped quote, and the field isn't
            // closed.
            mayBeginQuote = true
        case _ where isQuoted: break
        case UInt8(ascii: "\n"):
            if !isBlank {
                counts.append(count)
                paddedCounts.append(padded)
            }
            (count, padded, isBlank, mayBeginQuote) = (0, 0, true, true)
        case separator:
            count += 1
            (followsSeparator, mayBeginQuote, isBlank) = (true, true, false)
        default:
            isQuoted = byte == UInt8(ascii: "\"") && mayBeginQuote
            (mayBeginQuote, isBlank) = (false, false)
        }
    }
}

import Localization

/// Writes comma-separated values as in RFC 4180: lines end with CRLF, and fields are quoted if necessary.
///
/// ```swift
/// var writer = CSVWriter()
/// writer.writeRow(["title", "year"])
/// writer.writeRow(["Paris, Texas", "1984"])
/// ```
public struct CSVWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    private let showsControls: Bool

    /// Creates a writer.
    ///
    /// - Parameter showsControls: Whether control characters other than line ends are replaced with visible
    ///   symbols. Use `true` for a terminal, and `false` for a file that may be imported again.
    public init(showsControls: Bool = false) {
        self.showsControls = showsControls
    }

    /// Writes a row.
    public mutating func writeRow(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(.comma) }
            write(field)
        }
        // Without quotes, a row with one empty field would be an empty line.
        if fields.count == 1, fields[0].isEmpty { bytes.append(contentsOf: [.doubleQuote, .doubleQuote]) }
        endRow()
    }

    mutating func endRow(_ sink: OutputSink? = nil) {
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        sink?.take(&bytes)
    }

    mutating func separate() {
        bytes.append(.comma)
    }

    mutating func write(_ field: String) {
        var field = field
        let isPlain = field.withUTF8 { utf8 in
            guard utf8.first != UInt8(ascii: " "),
                utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != .doubleQuote && $0 != .comma })
            else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isPlain { return }
        if showsControls { field = Self.shown(field) }
        // Readers take blanks after each separator for padding.
        let needsQuotes =
            field.utf8.first == UInt8(ascii: " ")
            || field.utf8.contains {
                $0 == .doubleQuote || $0 == .comma || $0 == .lineFeed || $0 == .carriageReturn
            }
        guard needsQuotes else {
            bytes.append(contentsOf: field.utf8)
            return
        }
        bytes.append(.doubleQuote)
        for byte in field.utf8 {
            if byte == .doubleQuote { bytes.append(.doubleQuote) }
            bytes.append(byte)
        }
        bytes.append(.doubleQuote)
    }

    private static func shown(_ field: String) -> String {
        field.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false)
                    .map { visible(String($0)) }.joined(separator: "\t")
            }
            .joined(separator: "\n")
    }
}

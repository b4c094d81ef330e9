/// Reads the lines of a calendar (iCalendar, RFC 5545) from a file of any size.
///
/// A line that begins with a space or a tab continues the line before. Blank lines are skipped.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "trip.ics"))
/// var reader = ContentLineReader { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let line = try reader.next() {
///     print(line.name, line.text ?? "not UTF-8")
/// }
/// ```
public struct ContentLineReader {
    /// The maximum length of a line in bytes, including the lines that continue it.
    public static let maximumLineLength = 1 << 24

    /// The error of a line that is longer than ``maximumLineLength``.
    public struct LineTooLong: Error, Hashable {
        /// The number of the line, from 1.
        public let line: Int
    }

    private var input: PieceBuffer
    private var line = 0
    private var isAtBeginning = true

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the file; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) { input = PieceBuffer(read: read) }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: ``LineTooLong``, and the errors of `read`.
    public mutating func next() throws -> ContentLine? {
        if isAtBeginning {
            isAtBeginning = false
            try input.skipByteOrderMark()
        }
        while var bytes = try physicalLine() {
            let first = line
            while let next = try peek(), next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") {
                input.start += 1
                bytes += try physicalLine() ?? []
                guard bytes.count <= Self.maximumLineLength else { throw LineTooLong(line: first) }
            }
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            return ContentLine(bytes, line: first)
        }
        return nil
    }

    private mutating func peek() throws -> UInt8? {
        if input.start >= input.bytes.count, try !input.refill() { return nil }
        return input.bytes[input.start]
    }

    /// Returns the next line of the file without its line end, or `nil` at the end.
    private mutating func physicalLine() throws -> [UInt8]? {
        var searched = 0
        while true {
            if let end = input.bytes[(input.start + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
                line += 1
                let last = end > input.start && input.bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
                defer { input.start = end + 1 }
                return Array(input.bytes[input.start..<last])
            }
            searched = input.count
            guard searched <= Self.maximumLineLength else { throw LineTooLong(line: line + 1) }
            if try !input.refill() {
                guard searched > 0 else { return nil }
                line += 1
                defer { input.start = input.bytes.count }
                return Array(input.bytes[input.start...])
            }
        }
    }
}

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

    private let read: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var start = 0
    private var line = 0
    private var isAtEnd = false
    private var isAtBeginning = true

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the file; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) { self.read = read }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: ``LineTooLong``, and the errors of `read`.
    public mutating func next() throws -> ContentLine? {
        if isAtBeginning {
            isAtBeginning = false
            while buffer.count < 3, try refill() {}
            if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        }
        while var bytes = try physicalLine() {
            let first = line
            while let next = try peek(), next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") {
                start += 1
                bytes += try physicalLine() ?? []
                guard bytes.count <= Self.maximumLineLength else { throw LineTooLong(line: first) }
            }
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            return ContentLine(bytes, line: first)
        }
        return nil
    }

    private mutating func peek() throws -> UInt8? {
        if start >= buffer.count, try !refill() { return nil }
        return buffer[start]
    }

    /// Returns the next line of the file without its line end, or `nil` at the end.
    private mutating func physicalLine() throws -> [UInt8]? {
        var searched = 0
        while true {
            if let end = buffer[(start + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
                line += 1
                let last = end > start && buffer[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
                defer { start = end + 1 }
                return Array(buffer[start..<last])
            }
            searched = buffer.count - start
            guard searched <= Self.maximumLineLength else { throw LineTooLong(line: line + 1) }
            if try !refill() {
                guard searched > 0 else { return nil }
                line += 1
                defer { start = buffer.count }
                return Array(buffer[start...])
            }
        }
    }

    /// Appends the next piece to the remaining bytes. Returns `false` at the end of the input.
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
}

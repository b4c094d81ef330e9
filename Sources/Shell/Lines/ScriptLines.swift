/// Splits a stream of bytes into command lines: a script, or lines pasted at the prompt.
///
/// Bytes are added as they arrive. A line ends with LF or CRLF; a backslash before the line end continues the
/// command on the next line. Blank lines, lines that begin with `#`, and a leading byte order mark are
/// skipped.
struct ScriptLines {
    /// A command line and the number of its first line in the text, from 1.
    struct Line: Hashable {
        let text: String
        let number: Int
    }

    /// The maximum length of a line, in bytes, which protects against binary files and devices.
    static let longestLine = 16 << 20

    /// Whether lines that begin with `#` are skipped.
    var skipsComments = true

    private var bytes: [UInt8] = []
    private var position = 0
    private var lineNumber = 0
    private var isAtEnd = false

    /// Creates an empty stream.
    init() {}

    /// Creates the lines of a complete text from the prompt or `-c`. Comments are skipped only in a text of
    /// several lines. A single line that begins with `#` may name a record by its number, such as `#12`.
    init(of text: String) {
        skipsComments = text.utf8.contains(.lineFeed)
        append(text.utf8)
        finish()
    }

    /// Appends bytes.
    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes.append(contentsOf: more)
    }

    /// Marks the end of the bytes, so that a last line without a line end is complete.
    mutating func finish() {
        isAtEnd = true
    }

    /// Whether all complete lines have been returned.
    var isFinished: Bool { position == bytes.count }

    /// Returns the next command line; `nil` if more bytes are needed or the stream has ended.
    ///
    /// - Throws: ``LineError``.
    mutating func next() throws -> Line? {
        while true {
            let beginning = (position, lineNumber)
            guard var text = try nextPhysicalLine() else { return nil }
            let number = lineNumber
            let first = text.utf8.first { $0 != .space && $0 != .tab }
            if first == nil || (skipsComments && first == .numberSign) { continue }
            while endsWithContinuation(text) {
                guard let following = try nextPhysicalLine() else {
                    if isAtEnd {
                        text.removeLast()
                        break
                    }
                    (position, lineNumber) = beginning
                    return nil
                }
                text.removeLast()
                text += following
            }
            return Line(text: text, number: number)
        }
    }

    private mutating func nextPhysicalLine() throws -> String? {
        let lineFeed = bytes[position...].firstIndex(of: .lineFeed)
        guard let end = lineFeed ?? (isAtEnd && position < bytes.count ? bytes.count : nil) else {
            if bytes.count - position > Self.longestLine { throw LineError.tooLong(line: lineNumber + 1) }
            return nil
        }
        lineNumber += 1
        var line = bytes[position..<end]
        position = lineFeed.map { $0 + 1 } ?? bytes.count
        if line.last == .carriageReturn { line.removeLast() }
        if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw LineError.invalidUTF8(line: lineNumber)
        }
        return text
    }

    private func endsWithContinuation(_ line: String) -> Bool {
        line.utf8.reversed().prefix { $0 == .backslash }.count % 2 == 1
    }
}

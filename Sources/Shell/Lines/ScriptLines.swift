/// The command lines in a stream of bytes: a script, or what was pasted at the prompt.
///
/// Bytes are added as they arrive. A line ends with LF or CRLF; a backslash before the end continues it on the next
/// one. Blank lines and lines that begin with `#` are passed over, as is a byte order mark at the very beginning.
struct ScriptLines {
    /// A command line and the number, from 1, of the line it begins on.
    struct Line: Hashable {
        let text: String
        let number: Int
    }

    /// The most bytes that a line may have. No command is as long; a binary file or a device may be.
    static let longestLine = 16 << 20

    /// Whether lines that begin with `#` are passed over.
    var skipsComments = true

    private var bytes: [UInt8] = []
    private var position = 0
    private var lineNumber = 0
    private var isAtEnd = false

    /// Begins without bytes.
    init() {}

    /// The lines of what is given as a whole, at the prompt or with `-c`. Comments belong to scripts, also to those that
    /// are pasted; a single line that begins with `#` may name a record.
    init(of text: String) {
        skipsComments = text.utf8.contains(.lineFeed)
        append(text.utf8)
        finish()
    }

    /// Adds bytes at the end.
    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes.append(contentsOf: more)
    }

    /// Says that no more bytes follow, so that a last line without a line end counts.
    mutating func finish() {
        isAtEnd = true
    }

    /// The next command line, or `nil` where more bytes are needed first or none follow.
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

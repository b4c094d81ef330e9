/// A growing text in UTF-8 bytes, several times faster than appending to a `String`.
struct ByteText {
    private(set) var bytes: [UInt8] = []
    /// Whether a sink has taken the beginning of the text.
    private var isContinued = false

    /// Ends a row of a table, after which a sink can take the text so far.
    mutating func endRow(_ sink: OutputSink?) {
        guard let sink else { return }
        sink.take(&bytes)
        if bytes.isEmpty { isContinued = true }
    }

    mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    mutating func append(_ more: Slice<UnsafeBufferPointer<UInt8>>) {
        bytes.append(contentsOf: more)
    }

    mutating func append(repeating byte: UInt8, count: Int) {
        guard count > 0 else { return }
        bytes.append(contentsOf: repeatElement(byte, count: count))
    }

    mutating func append(_ number: Int) {
        append(String(number))
    }

    /// Ends the line and removes trailing spaces.
    mutating func endLine() {
        while bytes.last == .space { bytes.removeLast() }
        bytes.append(.lineFeed)
    }

    /// Appends an empty line, unless the text is empty.
    mutating func beginPart() {
        if !bytes.isEmpty || isContinued { bytes.append(.lineFeed) }
    }

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }
}

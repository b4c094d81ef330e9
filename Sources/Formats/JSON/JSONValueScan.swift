/// Finds the end of a JSON value.
struct JSONValueScan {
    private var open: [UInt8] = []
    /// The number of scanned bytes of the value.
    private var length = 0
    private var isInString = false
    private var isEscaped = false
    private var kind = Kind.unknown
    /// The maximum number of open brackets.
    private let maximumDepth: Int

    init(maximumDepth: Int = JSONElementReader.maximumDepth) { self.maximumDepth = maximumDepth }

    private enum Kind {
        case unknown, string, container, word
    }

    /// Prepares the scan for bytes that start where it has stopped.
    mutating func forgetLength() { length = 0 }

    /// Returns the offset after the value that starts at `start`; `nil` if more bytes are needed.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONElementError) -> Int?
    {
        while start + length < bytes.count {
            let position = start + length
            if isInString {
                guard let quote = quote(in: bytes, from: position) else {
                    length = bytes.count - start
                    return nil
                }
                length = quote + 1 - start
                isInString = false
                if kind == .string { return quote + 1 }
                continue
            }
            let byte = bytes[position]
            if kind == .word {
                // A number or a literal ends before the next delimiter.
                switch byte {
                case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    return position
                default:
                    length += 1
                    continue
                }
            }
            length += 1
            switch byte {
            case UInt8(ascii: "\""):
                if kind == .unknown { kind = .string }
                isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                kind = .container
                guard open.count < maximumDepth else { throw .tooDeep }
                // In ASCII, the code of `]` is the code of `[` plus 2. The same is true of `}` and `{`.
                open.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { throw .malformed(offset: position) }
                if open.isEmpty { return position + 1 }
            default:
                if kind == .unknown { kind = .word }
            }
        }
        return nil
    }

    /// Returns the offset of the closing quote of a string; `nil` if the bytes don't contain the closing
    /// quote.
    private mutating func quote(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return position
            }
            position += 1
        }
        return nil
    }
}

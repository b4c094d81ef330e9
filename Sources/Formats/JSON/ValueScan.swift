/// Finds where a value ends.
struct ValueScan {
    private var open: [UInt8] = []
    /// How many bytes of the value were looked at.
    private var length = 0
    private var isInString = false
    private var isEscaped = false
    private var kind = Kind.unknown
    /// How many brackets may be open at once.
    private let deepest: Int

    init(deepest: Int = JSONElementReader.deepest) { self.deepest = deepest }

    private enum Kind {
        case unknown, string, container, word
    }

    /// Goes on with bytes that begin where it has stopped.
    mutating func forgetLength() { length = 0 }

    /// The offset behind the value that begins at `start`; `nil` where more bytes are needed.
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
                // A number or a word ends before what stands behind it.
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
                guard open.count < deepest else { throw .tooDeep }
                // The bracket that closes it stands two places behind it in ASCII.
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

    /// The quote that ends a string; `nil` where it goes on behind the bytes.
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

/// Converts terminal output into plain text incrementally. It removes escape sequences, bells and `\r` at the
/// beginning of a line, and converts `\r\n` to `\n`.
struct TerminalText {
    private enum State {
        case text
        case escape
        case charset
        case control
        case string
        case stringEscape
    }

    /// The plain text in UTF-8.
    private(set) var bytes: [UInt8] = []
    private var state = State.text

    /// Adds output of the program.
    mutating func append(_ new: some Sequence<UInt8>) {
        for byte in new { append(byte) }
    }

    private mutating func append(_ byte: UInt8) {
        switch state {
        case .text:
            switch byte {
            case 0x1B: state = .escape
            case 0x07, 0x00, 0x0E, 0x0F: break
            case 0x0A:
                if bytes.last == 0x0D { bytes.removeLast() }
                bytes.append(byte)
            // Ignore a carriage return at the beginning of a line: line editors write it there, without
            // effect.
            case 0x0D where bytes.isEmpty || bytes.last == 0x0A: break
            default: bytes.append(byte)
            }
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control
            // Operating system commands and similar ones, which end with a bell or with ESC \.
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
                UInt8(ascii: "_"):
                state = .string
            case 0x20...0x2F: state = .charset
            default: state = .text
            }
        case .charset:
            if byte >= 0x30 { state = .text }
        case .control:
            if (0x40...0x7E).contains(byte) { state = .text }
        case .string:
            if byte == 0x07 { state = .text }
            if byte == 0x1B { state = .stringEscape }
        case .stringEscape:
            state = byte == UInt8(ascii: "\\") ? .text : .string
        }
    }
}

/// Returns the text without escape sequences and bells, with `\n` for `\r\n`.
public func strippingEscapes(_ text: String) -> String {
    var terminal = TerminalText()
    terminal.append(text.utf8)
    return String(decoding: terminal.bytes, as: UTF8.self)
}

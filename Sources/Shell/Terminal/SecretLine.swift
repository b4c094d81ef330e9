/// A secret line, built from the keys that the user presses.
///
/// Readline would keep deleted text, and Ctrl-Y could restore it at a later prompt. This type keeps nothing:
/// it supports deleting and pasting, and ignores other keys.
struct SecretLine {
    /// The result of a key.
    enum Outcome: Hashable {
        /// The line is not complete.
        case more
        /// The user pressed Enter. The value has the bytes of the secret.
        case line([UInt8])
        /// The user pressed Ctrl-D on an empty line.
        case end
    }

    private enum Key {
        case plain
        /// The previous byte was Escape.
        case escape
        /// Within an escape sequence, such as that of an arrow key. The value has the bytes after the
        /// bracket.
        case sequence([UInt8])
        /// A short escape sequence needs one more byte.
        case short
    }

    private var bytes: [UInt8] = []
    private var key = Key.plain
    private var isPasting = false

    /// Processes a byte from the terminal.
    mutating func take(_ byte: UInt8) -> Outcome {
        switch key {
        case .plain: return takePlain(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): key = .sequence([])
            case UInt8(ascii: "O"): key = .short
            default: key = .plain
            }
        case .short: key = .plain
        case .sequence(let parameters):
            // The sequence consists of parameter bytes and a final byte.
            guard 0x40...0x7E ~= byte else {
                key = .sequence(parameters + [byte])
                return .more
            }
            key = .plain
            if byte == UInt8(ascii: "~") {
                if parameters == Array("200".utf8) { isPasting = true }
                if parameters == Array("201".utf8) { isPasting = false }
            }
        }
        return .more
    }

    private mutating func takePlain(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x1B: key = .escape
        case 0x0A, 0x0D:
            // A pasted line end belongs to the secret. Only the Enter key ends the line.
            if !isPasting { return .line(bytes) }
            bytes.append(0x0A)
        case _ where isPasting: bytes.append(byte)
        case 0x04: if bytes.isEmpty { return .end }
        case 0x7F, 0x08: removeLast()
        // Ctrl-U and Ctrl-W delete the whole line, because words of an invisible line are unknown to the
        // user.
        case 0x15, 0x17: bytes = []
        case 0x00..<0x20: break
        default: bytes.append(byte)
        }
        return .more
    }

    /// Deletes the last character, which may have several bytes.
    private mutating func removeLast() {
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }
}

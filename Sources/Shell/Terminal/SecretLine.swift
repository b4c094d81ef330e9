/// A line that nobody may see, made of the keys that a person presses.
///
/// Readline would keep what is deleted of it, and bring it back at a later prompt with Ctrl-Y. Here nothing is kept:
/// the keys that delete are understood, what is pasted is taken in, and other keys do nothing.
struct SecretLine {
    /// What came of a key.
    enum Outcome: Hashable {
        /// More is awaited.
        case more
        /// Enter.
        case line([UInt8])
        /// Ctrl-D on an empty line.
        case end
    }

    private enum Key {
        case plain
        /// Behind Escape.
        case escape
        /// Within a sequence such as that of an arrow key; the bytes behind its bracket.
        case sequence([UInt8])
        /// One more byte of such a sequence in its short form.
        case short
    }

    private var bytes: [UInt8] = []
    private var key = Key.plain
    private var isPasting = false

    /// Takes in a byte that the terminal has sent.
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
            // Parameters and spaces, and then the byte that ends it.
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
            // What was pasted is sent by the person's own Enter.
            if !isPasting { return .line(bytes) }
            bytes.append(0x0A)
        case _ where isPasting: bytes.append(byte)
        case 0x04: if bytes.isEmpty { return .end }
        case 0x7F, 0x08: removeLast()
        // Ctrl-U, Ctrl-W: a part that can't be seen can't be deleted.
        case 0x15, 0x17: bytes = []
        case 0x00..<0x20: break
        default: bytes.append(byte)
        }
        return .more
    }

    /// Deletes the last letter, which may have several bytes.
    private mutating func removeLast() {
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }
}

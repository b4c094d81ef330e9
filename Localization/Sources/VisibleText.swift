/// Returns the text with visible control characters, so that data can't move the cursor, change colours or
/// reorder the surrounding text.
///
/// ```swift
/// visible("red: \u{1B}[31m")                   // red: ␛[31m
/// visible("red: \u{1B}[31m", asciiOnly: true)  // red: ^[[31m
/// ```
///
/// The replaced characters are control characters (C0, DEL, C1), bidirectional embeddings, overrides and
/// isolates, and line and paragraph separators. Joiners, variation selectors, directional marks and combining
/// characters are kept. A text without such characters is returned unchanged.
/// - Parameters:
///   - text: Any text.
///   - asciiOnly: Whether the visible forms use only ASCII.
public func visible(_ text: String, asciiOnly: Bool = false) -> String {
    var text = text
    let isHarmless = text.withUTF8 { !VisibleText.mayHide($0) }
    if isHarmless { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
        if VisibleText.hides(scalar) {
            result += VisibleText.symbol(for: scalar, asciiOnly: asciiOnly)
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

private enum VisibleText {
    /// Whether the bytes may contain a character that must be replaced: an ASCII control character, or the
    /// UTF-8 bytes of another such character.
    static func mayHide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, byte) in bytes.enumerated() {
            if byte < 0x20 || byte == 0x7F { return true }
            // In UTF-8, U+0080 to U+009F are C2 80 to C2 9F. U+2028 to U+202E begin with E2 80, and U+2066 to
            // U+2069 with E2 81.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { return true }
            if byte == 0xE2, index + 2 < bytes.count {
                let last = bytes[index + 2]
                if bytes[index + 1] == 0x80, (0xA8...0xAE).contains(last) { return true }
                if bytes[index + 1] == 0x81, (0xA6...0xA9).contains(last) { return true }
            }
        }
        return false
    }

    static func hides(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    static func symbol(for scalar: Unicode.Scalar, asciiOnly: Bool) -> String {
        let value = scalar.value
        switch value {
        case 0..<0x20:
            let shown = Unicode.Scalar(asciiOnly ? value + 0x40 : value + 0x2400).map(String.init) ?? ""
            return asciiOnly ? "^" + shown : shown
        case 0x7F:
            return asciiOnly ? "^?" : "␡"
        default:
            let digits = String(value, radix: 16, uppercase: true)
            return "<U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)>"
        }
    }
}

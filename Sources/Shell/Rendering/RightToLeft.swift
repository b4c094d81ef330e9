/// Right-to-left scripts.
enum RightToLeft {
    /// Whether a text contains right-to-left characters.
    static func occurs(in text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                true
            default: false
            }
        }
    }

    /// Returns a text, between Unicode's isolation marks if it has right-to-left letters, so that it doesn't reorder the
    /// text around it. The marks have no width.
    static func isolated(_ text: String) -> String {
        // In UTF-8, right-to-left letters begin with D6 or a higher byte, which texts in Latin letters don't have.
        guard text.utf8.contains(where: { $0 >= 0xD6 }), occurs(in: text) else { return text }
        return "\u{2068}\(text)\u{2069}"
    }
}

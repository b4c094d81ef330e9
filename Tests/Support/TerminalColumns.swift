/// Approximate widths of texts in a terminal: sufficient for the tests' texts, and independent of the tested
/// code.
public enum TerminalColumns {
    /// Returns the width in columns: two for East Asian letters and emoji, none for combining marks.
    public static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { columns, character in
            let scalars = character.unicodeScalars
            guard let first = scalars.first else { return columns }
            if first.properties.generalCategory == .format { return columns }
            let isWide =
                (0x1100...0x115F).contains(first.value) || (0x2E80...0xA4CF).contains(first.value)
                || (0xAC00...0xD7A3).contains(first.value) || (0xF900...0xFAFF).contains(first.value)
                || (0xFE30...0xFE6F).contains(first.value) || (0xFF00...0xFF60).contains(first.value)
                || (0x1F300...0x1FAFF).contains(first.value) || (0x20000...0x3FFFD).contains(first.value)
                || (0x1F1E6...0x1F1FF).contains(first.value) || scalars.contains { $0.value == 0xFE0F }
            return columns + (isWide ? 2 : 1)
        }
    }
}

/// The width of a text on a terminal.
///
/// ```swift
/// DisplayWidth.of("Żółw")   // 4
/// DisplayWidth.of("三体")    // 4
/// ```
public enum DisplayWidth {
    /// Returns the width of a text in columns. The text must have no control characters.
    public static func of(_ text: String) -> Int {
        var text = text
        let fast = text.withUTF8 { bytes -> Int? in
            var width = 0
            for byte in bytes {
                switch byte {
                case 0x20...0x7E, 0xC3...0xCB: width += 1
                case 0x80...0xBF: continue
                // Up to U+02FF, every character takes one column. Above it, characters can be wide, combining
                // or joined.
                default: return nil
                }
            }
            return width
        }
        return fast ?? text.reduce(0) { $0 + of($1) }
    }

    /// Returns the width of a character in columns. A character may consist of several scalars.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        var width = 0
        var isEmoji = false
        var regionalIndicators = 0
        for scalar in scalars {
            switch scalar.value {
            case 0x20...0x7E: width += 1
            case 0xFE0F where width > 0: isEmoji = true
            case 0x1F1E6...0x1F1FF: regionalIndicators += 1
            case 0x200D where width == 2: isEmoji = true
            // A skin tone modifies the preceding emoji.
            case 0x1F3FB...0x1F3FF where width > 0: isEmoji = true
            default: width += of(scalar)
            }
        }
        if regionalIndicators > 0 { return 2 }
        return isEmoji ? 2 : width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if contains(value, in: CharacterWidths.zero) { return 0 }
        return contains(value, in: CharacterWidths.wide) ? 2 : 1
    }

    private static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[2 * middle + 1] {
                low = middle + 1
            } else if value < ranges[2 * middle] {
                high = middle
            } else {
                return true
            }
        }
        return false
    }
}

/// Counts the screen lines of an output.
enum ScreenLines {
    /// Returns the number of screen lines, including the additional lines of wrapped text. Counting stops at
    /// `limit`.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, which may contain escape sequences for colours.
    ///   - columns: The width of the screen in columns.
    ///   - limit: The number of lines at which counting stops.
    static func count(in bytes: [UInt8], columns: Int?, atMost limit: Int) -> Int {
        var count = 0
        // A line end at the end of the text doesn't start another line.
        let lines = bytes.last == .lineFeed ? bytes.dropLast() : bytes[...]
        for line in lines.split(separator: .lineFeed, omittingEmptySubsequences: false) {
            if count >= limit { break }
            count += 1
            guard let columns, columns > 0, line.count > columns else { continue }
            count += max(0, (width(of: line) - 1) / columns)
        }
        return count
    }

    private static func width(of line: ArraySlice<UInt8>) -> Int {
        var visible: [UInt8] = []
        var isEscape = false
        for byte in line {
            if byte == 0x1B {
                isEscape = true
            } else if isEscape {
                isEscape = byte != UInt8(ascii: "m")
            } else {
                visible.append(byte)
            }
        }
        return DisplayWidth.of(String(decoding: visible, as: UTF8.self))
    }
}

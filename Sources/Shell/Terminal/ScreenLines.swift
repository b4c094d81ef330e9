/// How many lines of a screen bytes take.
enum ScreenLines {
    /// The lines, counting each as often as it wraps; no more than `limit` are counted.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, which may have the escape sequences of colours.
    ///   - columns: The columns of the screen.
    ///   - limit: Where counting ends.
    static func count(in bytes: [UInt8], columns: Int?, atMost limit: Int) -> Int {
        var count = 0
        // What ends with a line end has no line behind it.
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

extension String {
    /// The text without spaces at its ends, and with runs of spaces inside as one: exports often double them.
    ///
    /// A combining mark behind a space stays: for Swift the two are one character.
    var collapsingSpaces: String {
        var previousIsSpace = true
        var needsWork = false
        for byte in utf8 {
            // Only ASCII white space can begin here; what isn't ASCII takes the slow way.
            guard byte < 0x80 else {
                needsWork = needsWork || unicodeScalars.contains { !$0.isASCII && $0.properties.isWhitespace }
                previousIsSpace = false
                continue
            }
            let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
            if isSpace && (previousIsSpace || byte != 0x20) { needsWork = true }
            previousIsSpace = isSpace
            if needsWork { break }
        }
        guard needsWork || (previousIsSpace && !isEmpty) else { return self }
        return unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { String($0) }.joined(separator: " ")
    }
}

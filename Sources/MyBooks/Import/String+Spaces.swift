extension String {
    /// The text without surrounding white space, and with a single space for each run of white space inside.
    /// Exports often contain double spaces.
    ///
    /// A combining mark after a space stays, although Swift treats the space and the mark as one character.
    var collapsingSpaces: String {
        var previousIsSpace = true
        var needsWork = false
        for byte in utf8 {
            // This loop recognizes only ASCII white space; other white space needs the slow path below.
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

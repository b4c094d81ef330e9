extension String {
    /// The text as a Swift string literal with quotes.
    var swiftLiteral: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // The braces mark the end of the escape, in case a digit follows.
            case _ where scalar.value < 32 || (127...159).contains(scalar.value):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            // Escape directional marks: they would reorder the file's text on the screen, and the compiler
            // rejects some of them.
            case _ where scalar.properties.generalCategory == .format:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

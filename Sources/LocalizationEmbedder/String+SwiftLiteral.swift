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
            // The braces keep a following digit out of the escape.
            case _ where scalar.value < 32 || (127...159).contains(scalar.value):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            // Directional marks would confuse readers of the file, and the compiler rejects some of them.
            case _ where scalar.properties.generalCategory == .format:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

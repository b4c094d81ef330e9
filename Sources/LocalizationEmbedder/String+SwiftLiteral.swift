extension String {
    /// The text as a literal of Swift source, with its quotes.
    var swiftLiteral: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // A digit that follows must not join the escape, as it would in "\0" of other languages.
            case _ where scalar.value < 32 || (127...159).contains(scalar.value):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            // Directional marks would confuse a reader of the file, and some are refused in source.
            case _ where scalar.properties.generalCategory == .format:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

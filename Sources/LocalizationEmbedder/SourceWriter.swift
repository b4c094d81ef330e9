/// Writes tables as a Swift source file.
struct SourceWriter {
    let tables: [LanguageTable]

    /// The file: string literals only, which compile quickly and lie in the binary's constant data.
    var source: String {
        let languages = Set(tables.map(\.language)).sorted()
        var lines = [
            "// Made from the string tables at each build.",
            "",
            "enum EmbeddedTables {",
            "    static var languages: [String] {",
            "        [\(languages.map(literal).joined(separator: ", "))]",
            "    }",
            "",
            "    static func table(_ name: String, language: String) -> StaticString? {",
            "        switch language {",
        ]
        for language in languages {
            lines.append("        case \(literal(language)):")
            lines.append("            switch name {")
            for table in tables where table.language == language {
                lines.append("            case \(literal(table.name)):")
                lines.append("                return \(literal(TableBlob(entries: table.entries).string))")
            }
            lines.append("            default: return nil")
            lines.append("            }")
        }
        lines += ["        default: return nil", "        }", "    }", "}", ""]
        return lines.joined(separator: "\n")
    }

    private func literal(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
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

/// Generates a Swift source file with string tables.
struct SourceWriter {
    let tables: [LanguageTable]

    /// The Swift source text. It contains only string literals, which compile quickly and become constant
    /// data.
    var source: String {
        let languages = Set(tables.map(\.language)).sorted()
        var lines = [
            "// Generated from the string tables at each build.",
            "",
            "enum EmbeddedTables {",
            "    static var languages: [String] {",
            "        [\(languages.map(\.swiftLiteral).joined(separator: ", "))]",
            "    }",
            "",
            "    static func table(_ name: String, language: String) -> StaticString? {",
            "        switch language {",
        ]
        for language in languages {
            lines.append("        case \(language.swiftLiteral):")
            lines.append("            switch name {")
            for table in tables where table.language == language {
                lines.append("            case \(table.name.swiftLiteral):")
                lines.append(
                    "                return \(TableBlob(entries: table.entries).string.swiftLiteral)")
            }
            lines.append("            default: return nil")
            lines.append("            }")
        }
        lines += ["        default: return nil", "        }", "    }", "}", ""]
        return lines.joined(separator: "\n")
    }
}

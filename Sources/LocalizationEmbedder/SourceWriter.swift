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
        lines += ["        default: return nil", "        }", "    }", ""]
        lines += [
            "    static var unfinished: [String: (translated: Int, all: Int)] {",
            "        [\(counts.isEmpty ? ":" : counts.joined(separator: ", "))]", "    }", "}", "",
        ]
        return lines.joined(separator: "\n")
    }

    /// The table with the facts about a language, and the fact that marks an unfinished translation.
    private static let facts = "Language"

    /// The numbers of translated and of all texts of the languages that are marked as unfinished, as elements of a
    /// dictionary literal. A text left in English isn't translated.
    private var counts: [String] {
        let unfinished = tables.filter { table in
            table.name == Self.facts
                && table.entries.contains { $0.key == "translation" && $0.value == .text("unfinished") }
        }
        let texts = tables.filter { $0.name != Self.facts }
        let english = texts.filter { $0.language == "en" }
        let all = english.reduce(0) { $0 + $1.entries.count }
        return unfinished.map(\.language).sorted().map { language in
            let translated = english.reduce(0) { count, table in
                let own = texts.first { $0.language == language && $0.name == table.name }?.entries ?? []
                let originals = Dictionary(table.entries.map { ($0.key, $0.value) }) { $1 }
                return count
                    + own.count { entry in originals[entry.key].map { $0 != entry.value } ?? false }
            }
            return "\(language.swiftLiteral): (\(translated), \(all))"
        }
    }
}

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

/// Turns descriptions in HTML into plain text.
enum PlainText {
    /// Elements that end a line.
    private static let blocks: Set<Substring> = [
        "br", "p", "div", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table",
    ]
    private static let references = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "#39": "'",
    ]

    /// Returns a text without tags, with a line for each paragraph and without blank lines.
    static func text(html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return html }
        var result = "", rest = html[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<index]
            let mark = rest[index]
            rest = rest[index...].dropFirst()
            let end = rest.firstIndex(of: mark == "<" ? ">" : ";")
            if mark == "<", let end, let tag = tag(rest[..<end]) {
                if blocks.contains(tag) { result += "\n" }
                rest = rest[end...].dropFirst()
            } else if mark == "&", let end, let text = references[String(rest[..<end].prefix(8))] {
                result += text
                rest = rest[end...].dropFirst()
            } else {
                result.append(mark)
            }
        }
        result += rest
        return result.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the name of a tag in lower case; `nil` if the text between the brackets isn't a tag.
    private static func tag(_ text: Substring) -> Substring? {
        let name = text.first == "/" ? text.dropFirst() : text
        guard let first = name.first, first.isASCII, first.isLetter || first == "!" else { return nil }
        return Substring(name.prefix { $0.isLetter || $0.isNumber }.lowercased())
    }
}

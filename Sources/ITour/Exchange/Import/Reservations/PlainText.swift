/// Turns descriptions in HTML into plain text.
enum PlainText {
    /// Elements that end a line.
    private static let blocks: Set<Substring> = [
        "br", "p", "div", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table",
    ]
    private static let references: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]

    /// Returns the character that a reference names, such as `amp` or `#252`; `nil` for an unknown name.
    private static func character(_ reference: Substring) -> String? {
        guard reference.first == "#" else { return references[reference] }
        let digits = reference.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), number > 31
        else { return nil }
        return Unicode.Scalar(number).map { String(Character($0)) }
    }

    /// Returns a text without tags, with a line for each paragraph and without blank lines.
    static func text(html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return html }
        var result = "", rest = html[...]
        // Without this, each “<” of a text without a “>” would be followed by a search to the end.
        var hasTags = true
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<index]
            let mark = rest[index]
            rest = rest[index...].dropFirst()
            let end =
                mark == "<"
                ? (hasTags ? rest.firstIndex(of: ">") : nil) : rest.prefix(12).firstIndex(of: ";")
            if mark == "<", end == nil { hasTags = false }
            if mark == "<", let end, let tag = tag(rest[..<end]) {
                if blocks.contains(tag) { result += "\n" }
                rest = rest[end...].dropFirst()
            } else if mark == "&", let end, let text = character(rest[..<end]) {
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

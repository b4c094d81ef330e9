/// Removes the HTML of Goodreads reviews.
enum ReviewMarkup {
    private static let tags: Set<String> = [
        "a", "b", "blockquote", "br", "em", "i", "img", "p", "s", "spoiler", "strong", "u",
    ]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "#x27": "'", "nbsp": " ",
    ]

    /// Returns the text without markup: line breaks become newlines, other known tags are removed, and
    /// entities become characters.
    ///
    /// Keep a `<` that doesn't start a known tag, because users write this character in reviews.
    static func plainText(_ review: String) -> String {
        guard review.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return trimmed(review)
        }
        // Compare scalars, not characters: after a tag, a combining mark or joiner would form one character
        // with the tag's `>`.
        var result = String.UnicodeScalarView()
        var rest = review.unicodeScalars[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result.append(contentsOf: rest[..<index])
            rest = rest[index...]
            if rest.first == "<", let (name, end) = tag(rest) {
                if name == "br" { result.append("\n") }
                if name == "p", !result.isEmpty, result.last != "\n" { result.append("\n") }
                rest = rest[end...]
            } else if rest.first == "&", let (scalar, end) = entity(rest) {
                result.append(scalar)
                rest = rest[end...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        result.append(contentsOf: rest)
        return trimmed(String(result))
    }

    private static func tag(_ text: Substring.UnicodeScalarView) -> (name: String, end: String.Index)? {
        // A tag may contain long links. Still limit the search for its end, so that it stays fast.
        guard let close = text.prefix(2000).firstIndex(of: ">") else { return nil }
        var inside = text[text.index(after: text.startIndex)..<close]
        if inside.first == "/" { inside.removeFirst() }
        let name = String(inside.prefix { $0.properties.isAlphabetic }).lowercased()
        guard tags.contains(name) else { return nil }
        return (name, text.index(after: close))
    }

    private static func entity(_ text: Substring.UnicodeScalarView) -> (Unicode.Scalar, end: String.Index)? {
        guard let semicolon = text.prefix(8).firstIndex(of: ";") else { return nil }
        let name = String(text[text.index(after: text.startIndex)..<semicolon]).lowercased()
        guard let scalar = entities[name] else { return nil }
        return (scalar, text.index(after: semicolon))
    }

    private static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        var slice = text[...]
        while slice.first?.isWhitespace == true { slice.removeFirst() }
        while slice.last?.isWhitespace == true { slice.removeLast() }
        return String(slice)
    }
}

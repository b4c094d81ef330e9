/// The HTML that Goodreads puts into reviews.
enum ReviewMarkup {
    private static let tags: Set<String> = [
        "a", "b", "blockquote", "br", "em", "i", "img", "p", "s", "spoiler", "strong", "u",
    ]
    private static let entities: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "#x27": "'", "nbsp": " ",
    ]

    /// The text without markup: line breaks become newlines, other known tags go, entities become characters.
    ///
    /// A `<` that begins no known tag stays, since reviews are written by people.
    static func plainText(_ review: String) -> String {
        guard review.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return trimmed(review)
        }
        var result = ""
        var rest = review[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<index]
            rest = rest[index...]
            if rest.first == "<", let (name, end) = tag(rest) {
                if name == "br" { result += "\n" }
                if name == "p", !result.isEmpty, !result.hasSuffix("\n") { result += "\n" }
                rest = rest[end...]
            } else if rest.first == "&", let (character, end) = entity(rest) {
                result.append(character)
                rest = rest[end...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        result += rest
        return trimmed(result)
    }

    private static func tag(_ text: Substring) -> (name: String, end: Substring.Index)? {
        // A tag's attributes may be long (links), but not endless.
        guard let close = text.prefix(2000).firstIndex(of: ">") else { return nil }
        var inside = text[text.index(after: text.startIndex)..<close]
        if inside.first == "/" { inside.removeFirst() }
        let name = inside.prefix { $0.isLetter }.lowercased()
        guard tags.contains(name) else { return nil }
        return (name, text.index(after: close))
    }

    private static func entity(_ text: Substring) -> (Character, end: Substring.Index)? {
        guard let semicolon = text.prefix(8).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<semicolon].lowercased()
        guard let character = entities[name] else { return nil }
        return (character, text.index(after: semicolon))
    }

    private static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        var slice = text[...]
        while slice.first?.isWhitespace == true { slice.removeFirst() }
        while slice.last?.isWhitespace == true { slice.removeLast() }
        return String(slice)
    }
}

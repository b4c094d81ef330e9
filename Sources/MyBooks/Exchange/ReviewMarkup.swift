/// Removes the HTML of reviews and descriptions.
enum ReviewMarkup {
    private static let tags: Set<String> = [
        "a", "abbr", "b", "big", "br", "center", "cite", "code", "del", "em", "font", "i", "img", "ins", "q",
        "s", "small", "span", "spoiler", "strike", "strong", "sub", "sup", "tt", "u",
    ]
    /// Tags that begin and end a line.
    private static let blocks: Set<String> = [
        "article", "aside", "blockquote", "dd", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4", "h5",
        "h6", "header",
        "hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "th", "thead", "tr", "ul",
    ]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„",
    ]

    /// Returns the text without markup: line breaks become newlines, other known tags are removed, and
    /// entities become characters.
    ///
    /// Keep a `<` that doesn't start a known tag, because users write this character in reviews.
    static func plainText(_ review: String) -> String {
        var review = review
        let plain = review.withUTF8 { bytes in
            bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ? plainText(of: bytes) : nil
        }
        return trimmed(plain ?? review)
    }

    /// Returns a text as HTML: newlines become line breaks, and special characters become entities.
    static func markup(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte != 0x0A && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
        }
        if isPlain { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): result.append(contentsOf: "&lt;".utf8)
            case 0x0A:
                if result.last == 0x0D { result.removeLast() }
                result.append(contentsOf: "<br/>".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func plainText(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let (name, end) = tag(bytes, from: index) {
                if name == "br" { result.append(0x0A) }
                if blocks.contains(name), !result.isEmpty, result.last != 0x0A { result.append(0x0A) }
                index = end
            } else if byte == UInt8(ascii: "&"), let (scalar, end) = entity(bytes, from: index) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index = end
            } else {
                result.append(byte)
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the lowercase name of the tag that begins at an index, and the index after it.
    private static func tag(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (name: String, end: Int)? {
        // A tag may contain long links. Still limit the search for its end, so that it stays fast.
        guard let close = bytes[start...].prefix(2000).firstIndex(of: UInt8(ascii: ">")) else { return nil }
        var first = start + 1
        if bytes[first] == UInt8(ascii: "/") { first += 1 }
        let inside = bytes[first..<max(first, close)]
        // A digit follows the letter of a heading: “h3”.
        let letters = inside.prefix { (0x41...0x5A).contains($0 & 0xDF) }
        let isHeading =
            letters.count == 1 && inside.dropFirst().first.map { (0x31...0x36).contains($0) } ?? false
        let name = isHeading ? inside.prefix(2) : letters
        // The name goes on with a letter that no known tag has.
        let next = String(decoding: inside[name.endIndex...].prefix(4), as: UTF8.self).unicodeScalars.first
        if let next, next.properties.isAlphabetic { return nil }
        let known = String(decoding: name, as: UTF8.self).lowercased()
        return tags.contains(known) || blocks.contains(known) ? (known, close + 1) : nil
    }

    /// Returns the character of the entity that begins at an index, and the index after it.
    private static func entity(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (Unicode.Scalar, end: Int)? {
        guard let semicolon = bytes[start...].prefix(8).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(start + 1)..<semicolon], as: UTF8.self).lowercased()
        guard name.first == "#" else { return entities[name].map { ($0, semicolon + 1) } }
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard let number, number >= 0x20, let scalar = Unicode.Scalar(number) else { return nil }
        return (scalar, semicolon + 1)
    }

    /// Returns the text without white space at its ends.
    static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        var slice = text[...]
        while slice.first?.isWhitespace == true { slice.removeFirst() }
        while slice.last?.isWhitespace == true { slice.removeLast() }
        return String(slice)
    }
}

/// Quotation marks in conditions and changes. What is inside them has no keys and operators.
public enum QuotedText {
    /// Returns the marks that end a text; `nil` for a character that begins none.
    static func closing(of character: Character) -> [Character]? {
        switch character {
        case "\"": ["\""]
        case "“": ["”"]
        case "„": ["”", "“"]
        case "«": ["»"]
        default: nil
        }
    }

    /// Returns a text in quotation marks.
    public static func quoted(_ text: String) -> String {
        "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// Returns a text without the quotation marks around its parts. Marks that nothing closes stay.
    public static func unquoted(_ text: String) -> String {
        parts(of: text).map(\.text).joined()
    }

    /// Returns the parts of a text outside of quotation marks, each followed by an empty text in quotation marks where a
    /// quoted one was.
    public static func outside(_ text: String) -> String {
        parts(of: text).map { $0.isQuoted ? "\"\"" : $0.text }.joined()
    }

    /// Returns whether a word has spaces outside of quotation marks: it was in quotation marks that the operating system's
    /// shell has removed.
    public static func isWhole(_ word: String) -> Bool { outside(word).contains(where: \.isWhitespace) }

    /// Returns whether a text begins with a quoted part.
    public static func begins(_ text: String) -> Bool {
        text.first.map { closing(of: $0) != nil } ?? false && parts(of: text).first?.isQuoted ?? false
    }

    /// Returns the name in quotation marks at the beginning of a text, and the rest with its colon, as in `"Moods":dark`;
    /// `nil` if no colon follows.
    static func key(of text: some StringProtocol) -> (name: String, rest: Substring)? {
        let text = String(text)
        guard let marks = text.first.flatMap({ closing(of: $0) }),
            let end = text.dropFirst().firstIndex(where: { marks.contains($0) }),
            case let rest = text[text.index(after: end)...], rest.first == ":"
        else { return nil }
        return (String(text[..<end].dropFirst()), rest)
    }

    private static func parts(of text: String) -> [(text: String, isQuoted: Bool)] {
        guard text.contains(where: { closing(of: $0) != nil }) else { return [(text, false)] }
        var parts: [(text: String, isQuoted: Bool)] = []
        var plain = "", quoted = ""
        var opening: Character?
        var isEscaped = false
        for character in text {
            if let mark = opening {
                if isEscaped {
                    quoted.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if closing(of: mark)?.contains(character) ?? false {
                    if !plain.isEmpty { parts.append((plain, false)) }
                    parts.append((quoted, true))
                    (plain, quoted, opening) = ("", "", nil)
                } else {
                    quoted.append(character)
                }
            } else if closing(of: character) != nil {
                opening = character
            } else {
                plain.append(character)
            }
        }
        if let opening { plain += "\(opening)\(quoted)" }
        if !plain.isEmpty { parts.append((plain, false)) }
        return parts
    }
}

import Localization

/// A reference to a mission as the user types it: `11`, `#11`, `apollo11`, `Apollo 11`, `apollo-11`.
struct MissionReference {
    /// The typed text.
    let text: String
    /// The mission's number; `nil` if there is none.
    let number: Int?

    init(_ text: String) {
        self.text = text
        let word = "apollo"
        let typed = text.lowercased()
        guard typed.hasPrefix(word) else {
            number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
            return
        }
        // In the name, a hyphen or dash isn't a minus sign.
        number = Int(typed.dropFirst(word.count).drop { " -–—#".contains($0) })
    }

    /// Whether the text refers to a mission, possibly mistyped as in `14x`, and isn't the beginning of a
    /// note.
    var refersToMission: Bool {
        number != nil || !text.contains(where: \.isWhitespace) && numberWithin != nil
    }

    /// The first number in the text, such as 14 in `14x`, for suggestions.
    var numberWithin: Int? {
        Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }
}

extension MissionReference {
    /// Returns a search text, and the same text with mission names in the user's language. For example,
    /// `Apollo 11` is `Apollo–11` in Hungarian, with a dash that keyboards lack.
    static func spellings(of searched: String, _ localizer: Localizer) -> [String] {
        let written = searched.replacing(/(?i)apollo[\ –—-]?([0-9]{1,9})/) { match in
            Int(match.1).map { localizer.string(Mission.name(of: $0)) } ?? String(match.0)
        }
        return written == searched ? [searched] : [searched, written]
    }
}

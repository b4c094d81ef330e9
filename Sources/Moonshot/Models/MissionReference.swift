import Localization

/// A reference to a mission as the user types it: `11`, `#11`, `apollo11`, `Apollo 11`, `apollo-11`.
struct MissionReference {
    /// The typed text.
    let text: String
    /// The mission's number; `nil` if the text has none.
    let number: Int?

    init(_ text: String) {
        self.text = text
        let word = "apollo"
        let typed = text.lowercased()
        guard typed.hasPrefix(word) else {
            number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
            return
        }
        // The hyphen or dash in a mission's name isn't a minus sign.
        number = Int(typed.dropFirst(word.count).drop { " -–—#".contains($0) })
    }

    /// Whether the text refers to a mission and isn't the beginning of a note. The reference may be mistyped,
    /// as in `14x`.
    var refersToMission: Bool {
        number != nil || !text.contains(where: \.isWhitespace) && numberWithin != nil
    }

    /// The first number in the text, such as 14 in `14x`. Error messages suggest the mission with this
    /// number.
    var numberWithin: Int? {
        Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }
}

extension MissionReference {
    /// Returns a search text, followed by the same text with mission names in the user's language. For
    /// example, `Apollo 11` is `Apollo–11` in Hungarian. Users can't type this dash on most keyboards.
    static func spellings(of searched: String, _ localizer: Localizer) -> [String] {
        let written = searched.replacing(/(?i)apollo[\ –—-]?([0-9]{1,9})/) { match in
            Int(match.1).map { localizer.string(Mission.name(of: $0)) } ?? String(match.0)
        }
        return written == searched ? [searched] : [searched, written]
    }
}

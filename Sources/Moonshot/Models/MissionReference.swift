import Localization

/// How a person names a mission: `11`, `#11`, `apollo11`, `Apollo 11`, `apollo-11`.
struct MissionReference {
    /// What was typed.
    let text: String
    /// The number that is meant; `nil` where it is none.
    let number: Int?

    init(_ text: String) {
        self.text = text
        let word = "apollo"
        let typed = text.lowercased()
        guard typed.hasPrefix(word) else {
            number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
            return
        }
        // In the name the hyphen, of whatever kind, is no minus.
        number = Int(typed.dropFirst(word.count).drop { " -–—#".contains($0) })
    }

    /// Whether a mission is meant and no words of a note: one that there is, or one that was mistyped, such as `14x`.
    var isMeant: Bool { number != nil || !text.contains(where: \.isWhitespace) && numberWithin != nil }

    /// The first number among what was typed, such as 14 of `14x`: it tells which mission was nearly named.
    var numberWithin: Int? {
        Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }
}

extension MissionReference {
    /// A text that is searched for, and the same with missions as the person's language writes them: `Apollo 11` is
    /// `Apollo–11` in Hungarian, and nobody has that dash on a keyboard.
    static func spellings(of searched: String, _ localizer: Localizer) -> [String] {
        let written = searched.replacing(/(?i)apollo[\ –—-]?([0-9]{1,9})/) { match in
            Int(match.1).map { localizer.string(Mission.name(of: $0)) } ?? String(match.0)
        }
        return written == searched ? [searched] : [searched, written]
    }
}

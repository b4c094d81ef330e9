/// A date pattern with CLDR's pattern letters: `d MMMM y`.
struct DatePattern {
    /// A part of a pattern.
    enum Part: Hashable {
        /// A field: its letter and the number of repetitions.
        case field(Character, Int)
        /// The text between fields.
        case literal(String)
    }

    let parts: [Part]

    /// Parses a pattern. Letters between apostrophes are literal; two apostrophes are one apostrophe.
    init(_ pattern: String) {
        var parts: [Part] = []
        var isQuoted = false
        var previous: Character?
        func append(literal character: Character) {
            if case .literal(let text) = parts.last {
                parts[parts.count - 1] = .literal(text + String(character))
            } else {
                parts.append(.literal(String(character)))
            }
        }
        for character in pattern {
            if character == "'" {
                if previous == "'" { append(literal: "'") }
                isQuoted.toggle()
                previous = previous == "'" ? nil : character
                continue
            }
            previous = character
            guard !isQuoted, character.isASCII, character.isLetter else {
                append(literal: character)
                continue
            }
            if case .field(character, let count) = parts.last {
                parts[parts.count - 1] = .field(character, count + 1)
            } else {
                parts.append(.field(character, 1))
            }
        }
        self.parts = parts
    }
}

/// A date's form in a language, in CLDR's pattern letters: `d MMMM y`.
struct DatePattern {
    /// A part of a form.
    enum Part: Hashable {
        /// A field: its letter, and how many of them.
        case field(Character, Int)
        /// What stands between fields.
        case literal(String)
    }

    let parts: [Part]

    /// Reads a pattern. Letters between apostrophes are literal; two apostrophes are one.
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

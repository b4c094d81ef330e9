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

/// The order of day and month in a date such as 3/4/2024. If a language is used in several territories, the
/// order depends on the territory.
public enum DayOrder: Sendable, Hashable {
    /// March 4, as in the United States. This order is also used if the territory is unknown.
    case monthFirst
    /// 3 April, as in Ireland.
    case dayFirst
    /// Ambiguous: either order is used, as in Canada, or the order is unknown.
    case ambiguous
}

extension Localizer {
    /// The patterns of numeric dates; several patterns if the order is ambiguous.
    var numericDays: [String] {
        let own = facts[.dateNumeric]
        guard isSpokenInManyTerritories else { return [own] }
        return switch territory.dayOrder {
        case .monthFirst: [own]
        case .dayFirst: [Self.dayFirst]
        case .ambiguous: [own, Self.dayFirst]
        }
    }

    private static let dayFirst = "dd/MM/y"

    /// The pattern of days with the name of the month.
    func pattern(_ name: LanguageFacts.Name) -> String {
        guard territory.dayOrder == .dayFirst, isSpokenInManyTerritories else { return facts[name] }
        return switch name {
        case .dateMedium: "d MMM y"
        case .dateLong: "d MMMM y"
        case .dateFull: "EEEE, d MMMM y"
        default: facts[name]
        }
    }

    /// Whether the conventions depend on the territory. English is the only such language: it is recognized by
    /// the month at the beginning of numeric dates.
    var isSpokenInManyTerritories: Bool { facts[.dateNumeric].hasPrefix("M") }
}

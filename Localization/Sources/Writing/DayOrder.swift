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

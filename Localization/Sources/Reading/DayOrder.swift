/// The order of day and month in a date such as 3/4/2024. If a language is used in several territories, the
/// order depends on the territory.
public enum DayOrder: Sendable, Hashable {
    /// March 4, as in the United States. This order is also used if the territory is unknown.
    case monthFirst
    /// 3 April, as in Ireland.
    case dayFirst
    /// Ambiguous: either order is used, as in Canada, or the order is unknown.
    case ambiguous

    /// Determines the order from the territory in the first of `LC_ALL`, `LC_TIME` and `LANG` that is set.
    ///
    /// ```swift
    /// DayOrder(environment: ["LANG": "en_GB.UTF-8"])  // .dayFirst
    /// ```
    public init(environment: [String: String]) {
        let locale = Language.firstSet(["LC_ALL", "LC_TIME", "LANG"], in: environment) ?? ""
        let name = locale.prefix { $0 != "." && $0 != "@" }
        // The territory follows the language and, if present, the script.
        let territory = name.split { $0 == "_" || $0 == "-" }.dropFirst()
            .first { $0.count == 2 || $0.allSatisfy(\.isNumber) }?.uppercased()
        switch territory {
        case nil, "US"?: self = .monthFirst
        case let code? where Self.dayFirstTerritories.contains(code): self = .dayFirst
        default: self = .ambiguous
        }
    }

    /// English-speaking territories in which the day precedes the month.
    private static let dayFirstTerritories: Set<String> = [
        "AU", "CY", "FJ", "GB", "GG", "GH", "GI", "HK", "IE", "IM", "IN", "JE", "JM", "KE", "LK", "MT",
        "NG", "NZ", "PG", "PK", "SG", "TT", "TZ", "UG", "ZA", "ZM", "ZW",
    ]
}

extension Localizer {
    /// The patterns of numeric dates; several patterns if the order is ambiguous.
    var numericDays: [String] {
        let own = facts[.dateNumeric]
        // The order depends on the territory only if the language's pattern starts with the month.
        guard own.hasPrefix("M") else { return [own] }
        return switch dayOrder {
        case .monthFirst: [own]
        case .dayFirst: [Self.dayFirst]
        case .ambiguous: [own, Self.dayFirst]
        }
    }

    private static let dayFirst = "dd/MM/y"
}

/// Which number stands first in a day such as 3/4/2024: languages that are spoken in many places have it from the place.
public enum DayOrder: Sendable, Hashable {
    /// March 4, as in the United States; also where no territory is known.
    case monthFirst
    /// 3 April, as in Ireland.
    case dayFirst
    /// One or the other, as in Canada, or nobody knows.
    case unclear

    /// The order of the territory that the environment names for dates: in `LC_ALL`, `LC_TIME` or `LANG`, the first that
    /// is set.
    ///
    /// ```swift
    /// DayOrder(environment: ["LANG": "en_GB.UTF-8"])  // .dayFirst
    /// ```
    public init(environment: [String: String]) {
        let locale = Language.firstSet(["LC_ALL", "LC_TIME", "LANG"], in: environment) ?? ""
        let name = locale.prefix { $0 != "." && $0 != "@" }
        // A territory stands behind the language, and behind the script where there is one.
        let territory = name.split { $0 == "_" || $0 == "-" }.dropFirst()
            .first { $0.count == 2 || $0.allSatisfy(\.isNumber) }?.uppercased()
        switch territory {
        case nil, "US"?: self = .monthFirst
        case let code? where Self.dayFirstTerritories.contains(code): self = .dayFirst
        default: self = .unclear
        }
    }

    /// Where English is written, and the day before the month.
    private static let dayFirstTerritories: Set<String> = [
        "AU", "CY", "FJ", "GB", "GG", "GH", "GI", "HK", "IE", "IM", "IN", "JE", "JM", "KE", "LK", "MT",
        "NG", "NZ", "PG", "PK", "SG", "TT", "TZ", "UG", "ZA", "ZM", "ZW",
    ]
}

extension Localizer {
    /// The forms of a day in numbers; several where nobody knows which one is meant.
    var numericDays: [String] {
        let own = facts[.dateNumeric]
        // Only a form that begins with the month is another one elsewhere.
        guard own.hasPrefix("M") else { return [own] }
        return switch dayOrder {
        case .monthFirst: [own]
        case .dayFirst: [Self.dayFirst]
        case .unclear: [own, Self.dayFirst]
        }
    }

    private static let dayFirst = "dd/MM/y"
}

/// A country or region, whose conventions for dates and times apply to languages of several territories.
public struct Territory: Sendable, Hashable {
    /// The code of ISO 3166 or the number of UN M.49, such as `GB` or `150`; `nil` if the territory is unknown.
    public let code: String?

    /// Creates a territory from its code.
    public init(code: String?) { self.code = code?.uppercased() }

    /// Finds the territory in the first of `LC_ALL`, `LC_TIME` and `LANG` that is set.
    ///
    /// ```swift
    /// Territory(environment: ["LANG": "en_GB.UTF-8"]).dayOrder  // .dayFirst
    /// ```
    public init(environment: [String: String]) {
        let locale = Language.firstSet(["LC_ALL", "LC_TIME", "LANG"], in: environment) ?? ""
        let name = locale.prefix { $0 != "." && $0 != "@" }
        // The territory follows the language and, if present, the script.
        let code = name.split { $0 == "_" || $0 == "-" }.dropFirst()
            .first { $0.count == 2 || $0.allSatisfy(\.isNumber) }
        self.init(code: code.map { String($0) })
    }

    /// The order of day and month in numeric dates.
    public var dayOrder: DayOrder {
        switch code {
        case nil, "US"?: .monthFirst
        case let code? where Self.dayFirst.contains(code): .dayFirst
        default: .ambiguous
        }
    }

    /// The weekday on which weeks start, according to CLDR; `nil` if the territory is unknown.
    public var firstWeekday: Weekday? {
        code.map { code in
            if Self.fromSunday.contains(code) { return .sunday }
            if Self.fromSaturday.contains(code) { return .saturday }
            return code == "MV" ? .friday : .monday
        }
    }

    /// Whether times have 12 or 24 hours, according to CLDR; `nil` if the territory is unknown.
    public var hours: HoursOfDay? { code.map { Self.twelveHours.contains($0) ? .twelve : .twentyFour } }

    private static func codes(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }

    /// English-speaking territories in which the day precedes the month.
    private static let dayFirst = codes(
        "AU CY FJ GB GG GH GI HK IE IM IN JE JM KE LK MT NG NZ PG PK SG TT TZ UG ZA ZM ZW")

    private static let fromSunday = codes(
        """
        AG AS BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JO JP KE KH KR LA MH MM MO MT MX \
        MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """)

    private static let fromSaturday = codes("AF BH DJ EG IQ IR KW LY OM QA SD SY")

    private static let twelveHours = codes(
        """
        AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH \
        GM GR GT GU GY HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ \
        OM PA PE PG PH PK PR PS PW PY QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG \
        VI VU WS YE ZM
        """)
}

/// How the hours of a day are counted.
public enum HoursOfDay: Sendable, Hashable {
    /// Twice from 12 to 11, with words such as AM and PM.
    case twelve
    /// From 0 to 23.
    case twentyFour
}

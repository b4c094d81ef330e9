import Foundation

/// A strategy for decoding `Date` values. `CivilDate` values are always days such as `1969-07-16`.
public enum JSONDateStrategy: Sendable {
    /// A civil day such as `1969-07-16`, as midnight in UTC.
    case civilDay
    /// A time in UTC or with an offset, as in RFC 3339: `1969-07-16T13:32:00Z`.
    case instant
    /// The number of seconds since 1970-01-01 00:00:00 UTC.
    case secondsSince1970
}

/// A strategy for converting JSON keys to property names.
public enum JSONKeyStrategy: Sendable {
    /// Keys are not converted.
    case asWritten
    /// `launch_date` becomes `launchDate`. Leading and trailing underscores are kept.
    case fromSnakeCase
    /// A function converts the keys.
    case custom(@Sendable (String) -> String)

    /// Returns the property name for a key.
    public func name(of key: String) -> String {
        switch self {
        case .asWritten: key
        case .fromSnakeCase: Self.camelCase(key)
        case .custom(let name): name(key)
        }
    }

    var isAsWritten: Bool { if case .asWritten = self { true } else { false } }

    private static func camelCase(_ key: String) -> String {
        let start = key.prefix { $0 == "_" }
        let end = key.dropFirst(start.count).reversed().prefix { $0 == "_" }
        let words = key.dropFirst(start.count).dropLast(end.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return key }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return start + first + rest.joined() + String(end)
    }
}

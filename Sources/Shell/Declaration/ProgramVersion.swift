/// The version of a program, for `--version` and the manual page.
///
/// ```swift
/// let version: ProgramVersion = "1.0.0"
/// ```
public struct ProgramVersion: Sendable, ExpressibleByStringLiteral {
    /// The number, such as `1.0.0`.
    public let number: String
    /// The day of the version in ISO 8601, such as `2026-11-26`; `nil` if it is unknown.
    public let date: String?
    /// Further lines of `--version`, such as `SQLite 3.40.1`.
    public let details: [String]

    /// Makes a version.
    ///
    /// - Parameters:
    ///   - number: The number, such as `1.0.0`.
    ///   - date: The day of the version in ISO 8601. Default: unknown.
    ///   - details: Further lines of `--version`, such as `SQLite 3.40.1`. Default: none.
    public init(_ number: String, date: String? = nil, details: [String] = []) {
        self.number = number
        self.date = date
        self.details = details
    }

    /// Makes a version of which only the number is known.
    public init(stringLiteral number: String) { self.init(number) }
}

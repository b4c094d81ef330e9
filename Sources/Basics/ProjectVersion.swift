/// The version of the programs and libraries, which is only here. `Packaging/release` sets it.
public enum ProjectVersion {
    /// The version, such as `1.0.0`.
    public static let text = "1.0.0"
    /// The day of the version in ISO 8601.
    public static let date = "2026-11-26"
    /// The commit of a release, which `Packaging/release` sets while it builds the programs; `nil` for other builds.
    public static let commit: String? = nil

    /// Returns the further lines of `--version`: the version of SQLite, and the commit of a release.
    public static func details(sqlite version: String) -> [String] {
        ["SQLite \(version)"] + (commit.map { ["commit \($0)"] } ?? [])
    }
}

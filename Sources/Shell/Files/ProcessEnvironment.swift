import Foundation

/// The environment of a process: its variables, clock, time zone and working directory. Tests inject their
/// own.
public struct ProcessEnvironment: Sendable {
    /// The environment variables.
    public var variables: [String: String]
    /// The user's time zone.
    public var timeZone: TimeZone
    /// The clock.
    public var now: @Sendable () -> Date
    /// The directory that relative paths start from.
    public var workingDirectory: String

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - variables: The environment variables.
    ///   - timeZone: The user's time zone.
    ///   - now: The clock.
    ///   - workingDirectory: The absolute path that relative paths start from.
    public init(
        variables: [String: String], timeZone: TimeZone, now: @escaping @Sendable () -> Date,
        workingDirectory: String
    ) {
        self.variables = variables
        self.timeZone = timeZone
        self.now = now
        self.workingDirectory = workingDirectory
    }
}

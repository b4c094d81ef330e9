import Foundation

/// What a program would otherwise read from the process it runs in; injected, so that tests decide on it.
public struct Surroundings: Sendable {
    /// The environment's variables.
    public var environment: [String: String]
    /// The user's time zone.
    public var timeZone: TimeZone
    /// The clock.
    public var now: @Sendable () -> Date
    /// The directory that relative paths start from.
    public var workingDirectory: String

    /// Makes surroundings.
    public init(
        environment: [String: String], timeZone: TimeZone, now: @escaping @Sendable () -> Date,
        workingDirectory: String
    ) {
        self.environment = environment
        self.timeZone = timeZone
        self.now = now
        self.workingDirectory = workingDirectory
    }
}

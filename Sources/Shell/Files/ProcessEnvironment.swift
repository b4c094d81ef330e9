import Basics
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

/// The directories of a program, according to the XDG Base Directory Specification.
///
/// ```swift
/// StandardDirectories(environment: ["HOME": "/home/ada"], program: "mybooks").state
/// // /home/ada/.local/state/mybooks
/// ```
public struct StandardDirectories: Sendable, Hashable {
    /// The data directory; `nil` if the environment names neither a data directory nor a home directory.
    public let data: String?
    /// The directory of settings.
    public let config: String?
    /// The directory of state, such as the history of typed lines.
    public let state: String?
    /// The home directory.
    public let home: String?

    /// Finds the directories of a program. Variables without an absolute path are ignored, as the
    /// specification demands.
    ///
    /// - Parameters:
    ///   - environment: The environment variables: `HOME`, `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and
    ///     `XDG_STATE_HOME` are read.
    ///   - program: The program's name: the last component of ``data``, ``config`` and ``state``.
    public init(environment: [String: String], program: String) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = Basics.homeDirectory(in: environment)
        func directory(_ variable: String, _ fallback: String) -> String? {
            (absolute(variable) ?? home.map { "\($0)/\(fallback)" }).map { "\($0)/\(program)" }
        }
        self.home = home
        data = directory("XDG_DATA_HOME", ".local/share")
        config = directory("XDG_CONFIG_HOME", ".config")
        state = directory("XDG_STATE_HOME", ".local/state")
    }
}

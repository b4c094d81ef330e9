import Foundation

extension TemporaryDirectory {
    /// Returns the environment of a new user. The home and XDG directories are in this directory, and only
    /// `PATH` is inherited.
    ///
    /// - Parameters:
    ///   - locale: The value of `LANG`.
    ///   - timeZone: The value of `TZ`.
    ///   - terminal: The value of `TERM`.
    ///   - additions: Variables to add or replace.
    public func environment(
        locale: String = "en_US.UTF-8", timeZone: String = "UTC", terminal: String = "xterm-256color",
        adding additions: [String: String] = [:]
    ) -> [String: String] {
        var environment = [
            "HOME": file("home"),
            "XDG_DATA_HOME": file("home/.local/share"),
            "XDG_CONFIG_HOME": file("home/.config"),
            "XDG_STATE_HOME": file("home/.local/state"),
            "XDG_CACHE_HOME": file("home/.cache"),
            "TMPDIR": path,
            "LANG": locale,
            "TZ": timeZone,
            "TERM": terminal,
            // Long output is printed directly, unless a test asks for a pager.
            "PAGER": "cat",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        try? FileManager.default.createDirectory(atPath: file("home"), withIntermediateDirectories: true)
        environment.merge(additions) { $1 }
        return environment
    }
}

import Foundation
import Glibc

/// A way to prevent a program from writing a directory, even if root runs it.
///
/// ```swift
/// let prefix = ReadOnlyWay.permissions.prefix(for: directory)
/// try run(prefix[0], prefix.dropFirst() + [program, "list"])
/// ```
public enum ReadOnlyWay: String, CaseIterable, Sendable {
    /// The directory and its files have no write permission. If root runs the tests, another user runs the
    /// program.
    case permissions
    /// The directory is mounted again, read-only.
    case mount

    /// Whether this machine supports this way.
    public var isPossible: Bool {
        switch self {
        case .permissions: geteuid() != 0 || Self.succeeds(Self.somebodyElse + ["/bin/sh", "-c", "true"])
        case .mount: Self.succeeds(["/usr/bin/unshare", "-m", "true"])
        }
    }

    /// Returns the command prefix with which a program can read a directory but not write to it.
    public func prefix(for directory: String) -> [String] {
        switch self {
        case .permissions: geteuid() == 0 ? Self.somebodyElse : ["/usr/bin/env"]
        case .mount:
            [
                "/usr/bin/unshare", "-m", "/bin/sh", "-c",
                #"mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@""#, directory,
            ]
        }
    }

    /// Gives files to the user who runs a program with ``prefix(for:)``.
    public func own(_ directory: String) throws {
        guard self == .permissions, geteuid() == 0 else { return }
        let result = try run(
            "/bin/chown", ["-R", "65534:65534", directory], environment: ["PATH": "/usr/bin:/bin"])
        guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
    }

    private static let somebodyElse = [
        "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
    ]

    private static func succeeds(_ command: [String]) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: command[0]) else { return false }
        let result = try? run(
            command[0], Array(command.dropFirst()), environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
        return result?.status == .exited(0)
    }
}

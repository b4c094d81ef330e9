import Foundation
import Glibc

/// What keeps a program from writing a directory, which counts for root only in ways of their own.
///
/// ```swift
/// let prefix = ReadOnlyWay.permissions.prefix(for: directory)
/// try run(prefix[0], prefix.dropFirst() + [program, "list"])
/// ```
public enum ReadOnlyWay: String, CaseIterable, Sendable {
    /// Nobody may write the directory and its files. Where the tests run as root, somebody else runs the program.
    case permissions
    /// The directory is mounted once more, to be read only.
    case mount

    /// Whether this machine can try it.
    public var isPossible: Bool {
        switch self {
        case .permissions: geteuid() != 0 || Self.succeeds(Self.somebodyElse + ["/bin/sh", "-c", "true"])
        case .mount: Self.succeeds(["/usr/bin/unshare", "-m", "true"])
        }
    }

    /// What stands before a program and its arguments, so that it may only read a directory.
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

    /// Makes files those of whoever runs a program behind ``prefix(for:)``.
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

import TestSupport

/// Support for tests that mount a small disk in memory.
enum SmallDisk {
    /// Whether this machine supports mounting such a disk.
    static let isAllowed: Bool = {
        guard let home = try? TemporaryDirectory() else { return false }
        let result = try? run(
            "/bin/sh", ["-c", "mount -t tmpfs -o size=64k tmpfs '\(home.path)' && umount '\(home.path)'"],
            environment: ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin"])
        return result?.status == .exited(0)
    }()
}

import Foundation
import TestSupport

/// A small disk with its own file system, mounted over a directory. Its power can be cut.
final class LoopDisk {
    private let directory: String
    private let image: String
    /// The directory's parent, which is deleted after the disk is unmounted.
    private let home: TemporaryDirectory

    /// Whether this machine supports such disks.
    static let isAllowed: Bool = {
        guard getuid() == 0, let home = try? TemporaryDirectory(),
            (try? FileManager.default.createDirectory(
                atPath: home.file("disk"), withIntermediateDirectories: false)) != nil,
            let disk = try? LoopDisk(at: home.file("disk"), of: home)
        else { return false }
        return (try? disk.cutPower()) != nil
    }()

    /// Mounts an empty file system.
    ///
    /// - Parameters:
    ///   - directory: The mount point.
    ///   - home: The directory itself or one of its parents.
    init(at directory: String, of home: TemporaryDirectory) throws {
        self.directory = directory
        self.home = home
        image = directory + ".image"
        try Self.shell("truncate -s 24M '\(image)' && mkfs.ext4 -q -F '\(image)'")
        try Self.shell("mount -o loop '\(image)' '\(directory)'")
    }

    deinit {
        try? Self.shell("umount -l '\(directory)'; rm -f '\(image)'")
    }

    /// Cuts the power, which loses unsynchronized data, and mounts the disk again.
    func cutPower() throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestSupportError("\(directory) can't be opened") }
        // Shut the file system down (EXT4_IOC_SHUTDOWN) without flushing its log.
        var withoutFlush: UInt32 = 2
        let result = ioctl(descriptor, 0x8004_587D, &withoutFlush)
        close(descriptor)
        guard result == 0 else { throw TestSupportError("the file system can't be shut down") }
        // If another test starts a process now, that process can keep the disk busy for a moment, or for
        // seconds on a busy machine. Mounting the disk again during this time would bring back the file
        // system that was shut down.
        try Self.shell(
            """
            attempt=0
            until umount '\(directory)' 2> /dev/null; do
                attempt=$((attempt + 1))
                [ $attempt -lt 150 ] || { umount '\(directory)'; exit 1; }
                sleep 0.2
            done
            mount -o loop '\(image)' '\(directory)'
            """)
    }

    private static func shell(_ line: String) throws {
        let result = try run(
            "/bin/sh", ["-c", line], environment: ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin"])
        guard result.status == .exited(0) else { throw TestSupportError("\(line): \(result.stderr)") }
    }
}

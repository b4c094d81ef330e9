import Foundation
import TestSupport

/// A small disk with a file system of its own, mounted over a directory, whose power can be cut.
final class LoopDisk {
    private let directory: String
    private let image: String

    /// Whether this machine lets one be made.
    static let isAllowed: Bool = {
        guard getuid() == 0, let home = try? TemporaryDirectory(),
            (try? FileManager.default.createDirectory(
                atPath: home.file("disk"), withIntermediateDirectories: false)) != nil,
            let disk = try? LoopDisk(at: home.file("disk"))
        else { return false }
        return (try? disk.cutPower()) != nil
    }()

    init(at directory: String) throws {
        self.directory = directory
        image = directory + ".image"
        try Self.shell("truncate -s 24M '\(image)' && mkfs.ext4 -q -F '\(image)'")
        try Self.shell("mount -o loop '\(image)' '\(directory)'")
    }

    deinit {
        try? Self.shell("umount -l '\(directory)'")
    }

    /// Cuts the power: what was not synchronized is gone. Then the disk is there again.
    func cutPower() throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestSupportError("\(directory) can't be opened") }
        // EXT4_IOC_SHUTDOWN without a flush of the log.
        var withoutFlush: UInt32 = 2
        let result = ioctl(descriptor, 0x8004_587D, &withoutFlush)
        close(descriptor)
        guard result == 0 else { throw TestSupportError("the file system can't be shut down") }
        // A process that another test starts just now may hold it for a moment.
        try Self.shell(
            """
            for attempt in 1 2 3 4 5 6 7 8 9; do umount '\(directory)' && break; sleep 0.2; done
            mount -o loop '\(image)' '\(directory)'
            """)
    }

    private static func shell(_ line: String) throws {
        let result = try run(
            "/bin/sh", ["-c", line], environment: ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin"])
        guard result.status == .exited(0) else { throw TestSupportError("\(line): \(result.stderr)") }
    }
}

import Foundation

/// A directory for one test, which is removed with all its contents when nobody holds it any more.
public final class TemporaryDirectory: Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Makes an empty directory.
    ///
    /// - Parameter isInMemory: Whether it lies in memory, where the machine has a place for that: what is written there
    ///   is flushed at once, and a test that writes often is many times as fast.
    public init(inMemory isInMemory: Bool = false) throws {
        let parent = isInMemory && Self.hasMemory ? Self.memory : NSTemporaryDirectory()
        var template = Array((parent + "/suite-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestSupportError.system("making a temporary directory", errno)
        }
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Programs print the path that the system resolves, and tests compare it.
        path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    }

    private static let memory = "/dev/shm"
    private static let hasMemory: Bool = {
        let size = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize]
        return access(memory, W_OK) == 0 && (size as? NSNumber)?.int64Value ?? 0 > 48 << 20
    }()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The directory as a URL.
    public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// The path of a file in the directory.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a text into a file of the directory, making the folders on the way; returns the file's path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let url = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Writes a script that the shell runs into a file of the directory, and lets its owner execute it; returns its path.
    ///
    /// Another process writes it: what another test starts at this moment would inherit our descriptor, and Linux
    /// executes no file that anybody has open for writing.
    @discardableResult
    public func writeScript(_ body: String, to name: String) throws -> String {
        let path = file(name)
        let result = try run(
            "/bin/sh", ["-c", #"cat > "$1" && chmod 700 "$1""#, "sh", path], stdin: "#!/bin/sh\n\(body)\n",
            environment: ["PATH": "/usr/bin:/bin"])
        guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
        return path
    }
}

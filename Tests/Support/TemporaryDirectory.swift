import Foundation

/// A directory for one test, which is deleted with its contents when the last reference is released.
public final class TemporaryDirectory: Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Creates an empty directory.
    ///
    /// - Parameter isInMemory: Whether to use a file system in memory if available. Flushing is immediate
    ///   there, so tests with many writes are much faster.
    public init(inMemory isInMemory: Bool = false) throws {
        let parent = isInMemory && Self.hasMemory ? Self.memory : NSTemporaryDirectory()
        var template = Array((parent + "/suite-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestSupportError.system("making a temporary directory", errno)
        }
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Programs print the resolved path, and tests compare it.
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

    /// Returns the path of a file in the directory.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a text to a file of the directory, creating its folders, and returns the file's path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let url = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Writes an executable shell script to a file of the directory, and returns its path.
    ///
    /// Another process writes the script. Otherwise a program that another test starts at this moment could
    /// inherit the script's descriptor, and Linux doesn't execute a file that is open for writing.
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

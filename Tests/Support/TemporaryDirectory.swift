import Foundation

/// A directory for one test, which is removed with all its contents when nobody holds it any more.
public final class TemporaryDirectory: Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Makes an empty directory.
    public init() throws {
        var template = Array((NSTemporaryDirectory() + "/suite-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestSupportError.system("making a temporary directory", errno)
        }
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Programs print the path that the system resolves, and tests compare it.
        path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    }

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
}

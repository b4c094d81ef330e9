import Foundation
import TestSupport
import Testing

@testable import Shell

@Suite("Writing a file")
struct OutputFileTests {
    func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory.path)
    }

    @Test func `A file is private to the user and replaced only on request`() throws {
        try withDirectory { directory in
            let path = directory + "/a.json"
            try OutputFile.write(Array("one".utf8), path: "a.json", absolutePath: path, replacing: false)
            #expect(throws: FileError.exists(path: "a.json")) {
                try OutputFile.write(Array("two".utf8), path: "a.json", absolutePath: path, replacing: false)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
            try OutputFile.write(Array("two".utf8), path: "a.json", absolutePath: path, replacing: true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.json"])
        }
    }

    @Test func `A full disk is reported as an error`() {
        #expect(throws: FileError.unwritable(path: "full", SystemFailure(ENOSPC))) {
            try OutputFile.write([1, 2, 3], path: "full", absolutePath: "/dev/full", replacing: true)
        }
    }

    @Test func `A pipe is written once it has a reader`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // A task that waits would keep one of the few threads on which the other tasks run.
        let writing = ThreadWork {
            try OutputFile.write(Array("one".utf8), path: "pipe", absolutePath: path, replacing: true)
        }
        try await Task.sleep(for: .milliseconds(100))
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try writing.value()
        var bytes = [UInt8](repeating: 0, count: 10)
        let count = read(reader, &bytes, bytes.count)
        #expect(bytes.prefix(max(count, 0)) == Array("one".utf8)[...])
    }

    @Test func `Waiting for the reader of a pipe ends when the command is cancelled`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let writing = Task.detached {
            try OutputFile.write([1], path: "pipe", absolutePath: path, replacing: true)
        }
        writing.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
    }

    @Test func `A socket can't be written, and nobody waits for its reader`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafeBytes(of: &address) { address in
            address.withMemoryRebound(to: sockaddr.self) {
                bind(listener, $0.baseAddress, socklen_t(address.count))
            }
        }
        try #require(isBound == 0)
        let writing = Task.detached {
            try OutputFile.write([1], path: "socket", absolutePath: path, replacing: true)
        }
        // A write that waited would end with this cancellation instead of never.
        writing.cancel()
        await #expect(throws: FileError.unwritable(path: "socket", SystemFailure(ENXIO))) {
            try await writing.value
        }
    }

    @Test func `A missing directory and a directory at the path are errors`() throws {
        try withDirectory { directory in
            #expect(throws: FileError.unwritable(path: "x", SystemFailure(ENOENT))) {
                try OutputFile.write([], path: "x", absolutePath: directory + "/no/x", replacing: false)
            }
            #expect(throws: FileError.isDirectory(path: "d")) {
                try OutputFile.write([], path: "d", absolutePath: directory, replacing: true)
            }
        }
    }
}

import Foundation
import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("Reading and writing descriptors")
struct DescriptorTests {
    @Test("A full disk is an error with the system's number")
    func full() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: StreamError.writing(ENOSPC)) { try Descriptors.write([1, 2, 3], to: full) }
    }

    @Test("A descriptor that is closed or not for writing is an error")
    func readOnly() {
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        #expect(throws: StreamError.writing(EBADF)) { try Descriptors.write([1], to: null) }
        #expect(throws: StreamError.writing(EBADF)) { try Descriptors.write([1], to: -1) }
    }

    @Test("Everything is written, also into a pipe that takes it piece by piece and doesn't block")
    func pieces() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // A child of another test must not keep it open: its end would never be read.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        async let read = readAll(reading)
        try await Task.detached {
            try Descriptors.write(bytes, to: writing)
            close(writing)
        }.value
        #expect(try await read == bytes)
        close(reading)
    }

    private func readAll(_ descriptor: Int32) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try await Descriptors.read(descriptor) { bytes += more }
        return bytes
    }

    @Test("A directory can't be read as a script")
    func directory() async {
        let root = open("/", O_RDONLY)
        defer { close(root) }
        await #expect(throws: StreamError.reading(EISDIR)) { try await Descriptors.read(root) }
    }
}

@Suite("Errors of files and streams")
struct FileErrorTests {
    @Test(
        "The system's numbers become the kinds of failure that exit codes tell apart",
        arguments: [(ENOENT, 66), (EACCES, 66), (EISDIR, 66), (EIO, 74)] as [(Int32, Int32)])
    func exitCodes(_ code: Int32, _ expected: Int32) {
        #expect(FileError.reading("x", SystemFailure(code)).failure.rawValue == expected)
        #expect(FileError.unwritable(path: "x", SystemFailure(code)).failure == .inputOutput)
    }

    @Test("Foundation's errors name their file")
    func foundation() throws {
        do {
            _ = try String(contentsOfFile: "/no/such/file", encoding: .utf8)
            Issue.record("there is no such file")
        } catch {
            #expect(FileError(error) == .missing(path: "/no/such/file"))
        }
        #expect(FileError(CancellationError()) == nil)
    }

    @Test("Every error of a file or a stream is told in every language")
    func languages() {
        let errors: [any PresentableError] = [
            FileError.missing(path: "x"), FileError.isDirectory(path: "x"), FileError.empty(path: "x"),
            FileError.binary(path: "x"),
            FileError.notUTF8(path: "x"), FileError.exists(path: "x"),
            FileError.unknownFormat(path: "x", known: [".y"]),
            FileError.unreadable(path: "x", SystemFailure(EACCES)),
            FileError.unwritable(path: "x", SystemFailure(EROFS)),
            StreamError.writing(ENOSPC), StreamError.writing(EIO), StreamError.reading(EIO),
            EditorError.failed("x"), EditorError.notStarted("x", SystemFailure(ENOENT)),
        ]
        for error in errors {
            for localizer in [polish, hungarian] {
                #expect(localizer.knows(error.problem))
                #expect(localizer.string(error.problem) != english.string(error.problem))
            }
        }
    }
}

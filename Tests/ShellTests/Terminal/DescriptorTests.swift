import Foundation
import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("Descriptors")
struct DescriptorTests {
    @Test func `A full disk is an error with the system's error number`() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: StreamError.writing(ENOSPC)) { try Descriptors.write([1, 2, 3], to: full) }
    }

    @Test func `A descriptor that is closed or not writable is an error`() {
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        #expect(throws: StreamError.writing(EBADF)) { try Descriptors.write([1], to: null) }
        #expect(throws: StreamError.writing(EBADF)) { try Descriptors.write([1], to: -1) }
    }

    @Test func `Everything is written, also into a non-blocking pipe that accepts partial writes`()
        async throws
    {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // Child processes of other tests must not inherit the pipe. Otherwise its writing end would stay
        // open, and the reader would wait forever.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        // A task that waits would keep one of the few threads on which the other tasks run.
        let written = ThreadWork {
            defer { close(writing) }
            try Descriptors.write(bytes, to: writing)
        }
        #expect(try await readAll(reading) == bytes)
        try written.value()
        close(reading)
    }

    private func readAll(_ descriptor: Int32) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try await Descriptors.read(descriptor) { bytes += more }
        return bytes
    }

    @Test func `A directory can't be read as a script`() async {
        let root = open("/", O_RDONLY)
        defer { close(root) }
        await #expect(throws: StreamError.reading(EISDIR)) { try await Descriptors.read(root) }
    }
}

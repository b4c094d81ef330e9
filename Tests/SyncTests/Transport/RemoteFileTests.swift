import Foundation
import Sync
import TestSupport
import Testing

@Suite("Remote files")
struct RemoteFileTests {
    /// Fetches a file, and returns the bytes that arrived before an error, and the error.
    private func fetch(
        _ address: String, _ change: (inout RemoteFile.Limits) -> Void = { _ in }
    ) async throws -> (text: String, failure: RemoteFileError?) {
        var limits = RemoteFile.Limits()
        change(&limits)
        var bytes: [UInt8] = []
        do {
            let file = try RemoteFile(address, limits: limits)
            while case let piece = try await file.read(), !piece.isEmpty { bytes += piece }
            return (String(decoding: bytes, as: UTF8.self), nil)
        } catch let error as RemoteFileError {
            return (String(decoding: bytes, as: UTF8.self), error)
        }
    }

    @Test func `A file arrives unchanged, also after redirects, and a large one in pieces`() async throws {
        let large = (0..<200_000).map { "\($0)," }.joined()
        let server = try TestWebServer([
            "/a": .file("[1]"), "/b": .redirection(to: "/a"), "/c": .redirection(to: "/b"),
            "/large": .file(large),
            "/empty": .file(""),
        ])
        defer { server.stop() }
        for path in ["/a", "/b", "/c"] {
            let found = try await fetch(server.address + path)
            #expect(found.text == "[1]")
            #expect(found.failure == nil)
        }
        #expect(try await fetch(server.address + "/large").text == large)
        let empty = try await fetch(server.address + "/empty")
        #expect(empty.text.isEmpty)
        #expect(empty.failure == nil)
    }

    @Test func `A compressed file arrives decompressed, and the decompressed size is limited`() async throws {
        let text = "[" + String(repeating: "1,", count: 500) + "2]"
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 139, 54, 212, 25, 133, 163, 112, 20, 14, 119, 104, 20, 11, 0,
            153, 199,
            193, 244, 235, 3, 0, 0,
        ]
        let server = try TestWebServer(["/a": .packed(packed)])
        defer { server.stop() }
        #expect(try await fetch(server.address + "/a").text == text)
        let failure = try await fetch(server.address + "/a") { $0.bytes = 500 }.failure
        #expect(failure == .tooLarge(limit: 500))
    }

    @Test func `The body of a redirect isn't part of the file, and its size is limited too`() async throws {
        let server = try TestWebServer([
            "/a": .file("[1]"), "/b": .redirection(to: "/a", body: "moved"),
            "/c": .redirection(to: "/a", body: String(repeating: "x", count: 100_000)),
        ])
        defer { server.stop() }
        let found = try await fetch(server.address + "/b")
        #expect(found.text == "[1]")
        #expect(found.failure == nil)
        let failure = try await fetch(server.address + "/c") { $0.bytes = 50_000 }.failure
        #expect(failure == .tooLarge(limit: 50_000))
    }

    @Test func `Refusals and unreachable servers are reported`() async throws {
        let server = try TestWebServer(["/500": .status(500), "/403": .status(403)])
        for number in [500, 403, 404] {
            #expect(try await fetch("\(server.address)/\(number)").failure == .status(number))
        }
        server.stop()
        #expect(try await fetch("http://127.0.0.1:1/x").failure == .noAnswer("127.0.0.1"))
        #expect(try await fetch("ftp://127.0.0.1/x").failure == .otherScheme("ftp"))
        #expect(try await fetch("http://").failure == .badAddress("http://"))
        #expect(try await fetch("nothing").failure == .badAddress("nothing"))
    }

    @Test(.level(.default))
    func `An interrupted or silent connection returns the received part before its error`()
        async throws
    {
        let server = try TestWebServer([
            "/cut": .cutOff("[1, 2"), "/silent": .cutOff("[1, 2", hangs: true),
            "/mute": .raw("", hangs: true),
            "/garbage": .raw("what?\r\n\r\n"),
        ])
        defer { server.stop() }
        let cut = try await fetch(server.address + "/cut")
        #expect(cut.text == "[1, 2")
        #expect(cut.failure == .brokenOff("127.0.0.1"))
        let silent = try await fetch(server.address + "/silent") { $0.idleSeconds = 0.5 }
        #expect(silent.text == "[1, 2")
        #expect(silent.failure == .idle(seconds: 1))
        #expect(
            try await fetch(server.address + "/mute") { $0.idleSeconds = 0.5 }.failure == .idle(seconds: 1))
        #expect(
            try await fetch(server.address + "/mute") { $0.totalSeconds = 0.5 }.failure
                == .tooSlow(seconds: 1))
        #expect(try await fetch(server.address + "/garbage").failure != nil)
    }

    @Test func `A too large file is refused, whether the server declares its size or not`() async throws {
        let text = String(repeating: "x", count: 100_000)
        let server = try TestWebServer([
            "/said": .file(text), "/unsaid": .raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + text),
        ])
        defer { server.stop() }
        for path in ["/said", "/unsaid"] {
            let found = try await fetch(server.address + path) { $0.bytes = 50_000 }
            #expect(found.failure == .tooLarge(limit: 50_000))
            #expect(found.text.utf8.count <= 50_000)
            #expect(try await fetch(server.address + path) { $0.bytes = 100_000 }.text == text)
        }
    }

    @Test func `Redirects are limited in number and to web addresses`() async throws {
        let server = try TestWebServer([
            "/loop": .redirection(to: "/loop"), "/file": .redirection(to: "file:///etc/passwd"),
        ])
        defer { server.stop() }
        #expect(try await fetch(server.address + "/loop").failure == .tooManyRedirections(5))
        #expect(try await fetch(server.address + "/file").failure != nil)
    }

    @Test func `Cancelling ends the transfer`() async throws {
        let server = try TestWebServer(["/mute": .raw("", hangs: true)])
        defer { server.stop() }
        let file = try RemoteFile(server.address + "/mute")
        let task = Task { try await file.read() }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }
}

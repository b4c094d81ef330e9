import Foundation
import Glibc
import Synchronization

/// A local web server that answers each path with fixed bytes, including invalid responses.
///
/// ```swift
/// let server = try TestWebServer(["/list.json": .file("[]")])
/// defer { server.stop() }
/// let address = server.address + "/list.json"
/// ```
public final class TestWebServer: Sendable {
    /// The raw bytes of a response.
    public struct Answer: Sendable {
        let pieces: [[UInt8]]
        /// The pause between two pieces, in seconds.
        let pause: Double
        /// Whether the connection stays open without data after all bytes are sent.
        let hangs: Bool

        /// Returns a response of raw text.
        public static func raw(_ text: String, hangs: Bool = false) -> Answer {
            Answer(pieces: [Array(text.utf8)], pause: 0, hangs: hangs)
        }

        /// Returns a file that is compressed with gzip.
        ///
        /// - Parameter bytes: The compressed bytes.
        public static func packed(_ bytes: [UInt8]) -> Answer {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\nContent-Encoding: gzip\r\n\r\n"
            return Answer(pieces: [Array(head.utf8) + bytes], pause: 0, hangs: false)
        }

        /// Returns a file that is sent in pieces, with its length, and with a pause before each piece.
        public static func slowly(_ pieces: [String], pause: Double) -> Answer {
            let size = pieces.reduce(0) { $0 + $1.utf8.count }
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n"
            return Answer(pieces: ([head] + pieces).map { Array($0.utf8) }, pause: pause, hangs: false)
        }

        /// Returns a file with its length.
        public static func file(_ text: String) -> Answer {
            raw("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
        }

        /// Returns a response with fewer bytes than it announces. Then the connection closes or hangs.
        public static func cutOff(_ text: String, hangs: Bool = false) -> Answer {
            let size = text.utf8.count + 1000
            return raw("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n\(text)", hangs: hangs)
        }

        /// Returns an error status.
        public static func status(_ number: Int) -> Answer {
            raw("HTTP/1.1 \(number) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        }

        /// Returns a redirect to another address.
        public static func redirection(to address: String, body: String = "") -> Answer {
            let fields = "Location: \(address)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close"
            return raw("HTTP/1.1 302 Found\r\n\(fields)\r\n\r\n\(body)")
        }
    }

    /// The address of the server, such as `http://127.0.0.1:40000`.
    public let address: String
    private let listener: Int32
    private let connections = Mutex<[Int32]>([])
    private let requests = Atomic(0)

    /// The number of requests whose head has arrived.
    public var requestCount: Int { requests.load(ordering: .acquiring) }

    /// Starts a server on a free port.
    ///
    /// - Parameter answers: The responses by path. Other paths are answered with 404.
    /// - Throws: ``TestSupportError`` if no port is available.
    public init(_ answers: [String: Answer]) throws {
        let opened = try LoopbackSocket.listen()
        listener = opened.descriptor
        address = "http://127.0.0.1:\(opened.port)"
        Thread.detachNewThread { [self] in serve(answers) }
    }

    /// Closes the port and all connections.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        connections.withLock { open in
            for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ answers: [String: Answer]) {
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            connections.withLock { $0.append(connection) }
            Thread.detachNewThread { [self] in answer(connection, answers) }
        }
        close(listener)
    }

    private func answer(_ connection: Int32, _ answers: [String: Answer]) {
        var request: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !request.containsBlankLine {
            let count = recv(connection, &piece, piece.count, 0)
            if count <= 0 { break }
            request += piece.prefix(count)
        }
        requests.add(1, ordering: .releasing)
        let words = String(decoding: request, as: UTF8.self).split(separator: " ", maxSplits: 2)
        let path = words.count > 1 ? String(words[1]) : ""
        let answer = answers[path] ?? .status(404)
        for piece in answer.pieces {
            if answer.pause > 0 { Thread.sleep(forTimeInterval: answer.pause) }
            if !Self.send(piece, to: connection) { break }
        }
        // Wait until the client or the test closes the connection.
        if answer.hangs { while recv(connection, &piece, piece.count, 0) > 0 {} }
        connections.withLock { $0.removeAll { $0 == connection } }
        close(connection)
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.send(
                    connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)
                )
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }
}

extension [UInt8] {
    fileprivate var containsBlankLine: Bool { String(decoding: self, as: UTF8.self).contains("\r\n\r\n") }
}

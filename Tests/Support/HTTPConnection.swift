import Foundation
import Glibc

/// A connection to a local server that sends raw bytes, for requests that no correct client sends.
///
/// ```swift
/// let connection = try HTTPConnection(port: server.port)
/// try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
/// let answer = try connection.answer()  // answer.status == 200
/// ```
public final class HTTPConnection {
    /// A server's response.
    public struct Answer: Sendable, Hashable {
        /// The status, such as 200.
        public let status: Int
        /// The header fields, with lower-case names.
        public let fields: [String: String]
        /// The body.
        public let body: [UInt8]

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Descriptor
    private var received: [UInt8] = []
    private let timeout: Duration

    /// Connects to a port.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1.
    ///   - timeout: The maximum time for a response.
    public init(port: Int, timeout: Duration = usualTimeout) throws {
        ignoreBrokenPipes
        descriptor = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        self.timeout = timeout
        var address = LoopbackSocket.address(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestSupportError.system("connecting to port \(port)", errno) }
        descriptor.setNonBlocking()
    }

    /// Sends bytes. Returns whether the server received all of them; it may have closed the connection.
    @discardableResult
    public func send(_ bytes: [UInt8]) throws -> Bool {
        var rest = bytes[...]
        let deadline = Deadline(after: timeout)
        while !rest.isEmpty {
            if deadline.hasPassed { throw TestSupportError("the server takes nothing") }
            do {
                switch try descriptor.write(rest) {
                case .done(let count): rest = rest.dropFirst(count)
                case .ended: return false
                case .wouldBlock: wait(for: POLLOUT, deadline)
                }
            } catch {
                // The connection was reset.
                return false
            }
        }
        return true
    }

    /// Sends a text.
    @discardableResult
    public func send(_ text: String) throws -> Bool { try send(Array(text.utf8)) }

    /// Sends a request with a body.
    public func post(_ path: String, token: String?, body: [UInt8], fields: [String: String] = [:]) throws {
        var head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in fields.merging(
            ["Content-Type": "application/json"], uniquingKeysWith: { mine, _ in mine })
        {
            head += "\(name): \(value)\r\n"
        }
        try send(Array((head + "\r\n").utf8) + body)
    }

    /// Returns the next response. Throws if the connection ends without one.
    public func answer() throws -> Answer {
        let deadline = Deadline(after: timeout)
        while true {
            if let answer = parse() { return answer }
            guard try receive(deadline) else {
                throw TestSupportError("the connection ended: \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// Waits until the server has closed the connection, and returns the bytes received before.
    @discardableResult
    public func waitForEnd() throws -> [UInt8] {
        let deadline = Deadline(after: timeout)
        while try receive(deadline) {}
        return received
    }

    private func receive(_ deadline: Deadline) throws -> Bool {
        while true {
            if deadline.hasPassed { throw TestSupportError("the server says nothing") }
            do {
                switch try descriptor.read(into: &received) {
                case .done: return true
                case .ended: return false
                case .wouldBlock: wait(for: POLLIN, deadline)
                }
            } catch {
                return false
            }
        }
    }

    private func wait(for events: Int32, _ deadline: Deadline) {
        var polled = pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
        poll(&polled, 1, deadline.milliseconds(atMost: 1000))
    }

    /// Removes a response with a `Content-Length` from the received bytes.
    private func parse() -> Answer? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(
            separatedBy: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        let rest = received[end.upperBound...]
        guard rest.count >= length else { return nil }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        received = Array(rest.dropFirst(length))
        return Answer(status: status, fields: fields, body: Array(rest.prefix(length)))
    }
}

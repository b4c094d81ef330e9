import Foundation
import Glibc
import Synchronization
import TestSupport

/// A proxy that does to connections what networks and overloaded servers do: it delays, cuts, truncates, and answers
/// 429, 500, 503, 410 and garbage. One connection carries one request.
final class FaultyProxy: Sendable {
    /// What happens to a request.
    enum Fault: CaseIterable {
        case late, cutBefore, cutAfter, truncated, tooMany, broken, unavailable, gone, garbage, endless
    }

    private struct State {
        var random: SeededGenerator
        var isQuiet = false
        var faults: [Fault: Int] = [:]
    }

    private let state: Mutex<State>
    private let listener: Int32
    private let upstream: @Sendable () -> Int
    /// The port that clients come to.
    let port: Int

    /// How often each of these things happened to a request.
    var faults: [Fault: Int] { state.withLock(\.faults) }

    /// Whether everything goes through untouched.
    var isQuiet: Bool {
        get { state.withLock(\.isQuiet) }
        set { state.withLock { $0.isQuiet = newValue } }
    }

    /// Opens a proxy before a server.
    ///
    /// - Parameters:
    ///   - seed: What happens comes again from the same seed.
    ///   - upstream: The server's port.
    init(seed: UInt64, upstream: @escaping @Sendable () -> Int) throws {
        state = Mutex(State(random: SeededGenerator(quiet: seed)))
        self.upstream = upstream
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Opens a port of this machine.
    static func listen() throws -> (listener: Int32, port: Int) {
        let listener = makeSocket()
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && Glibc.listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw TestSupportError("no port can be had: \(errno)") }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Ends it.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// A socket that no process inherits: else a connection would stay open for as long as that runs.
    private static func makeSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 { return }
            Thread.detachNewThread { [self] in
                serve(client)
                // A process that was started meanwhile may have the connection too, and would keep it open.
                shutdown(client, Int32(SHUT_RDWR))
                close(client)
            }
        }
    }

    private func nextFault() -> Fault? {
        state.withLock { state in
            guard !state.isQuiet, Int.random(in: 0..<2, using: &state.random) == 0 else { return nil }
            // What happened least often comes first, so that everything happens soon.
            let least = Fault.allCases.map { state.faults[$0, default: 0] }.min()
            let fault = Fault.allCases.filter { state.faults[$0, default: 0] == least }
                .randomElement(using: &state.random)
            if let fault { state.faults[fault, default: 0] += 1 }
            return fault
        }
    }

    // MARK: - One request

    private func serve(_ client: Int32) {
        guard let request = Self.readMessage(client) else { return }
        let fault = nextFault()
        if !strike(client, fault, request), let fault {
            state.withLock { $0.faults[fault, default: 0] -= 1 }
        }
    }

    /// Serves a request, and does to it what is to happen.
    ///
    /// - Returns: Whether it came to that: nothing can be cut of the answer of a server that was just killed.
    private func strike(_ client: Int32, _ fault: Fault?, _ request: [UInt8]) -> Bool {
        switch fault {
        case .cutBefore: return true
        case .tooMany: return Self.answer(client, "429 Too Many Requests", "Retry-After: 1\r\n")
        case .broken: return Self.answer(client, "500 Internal Server Error")
        case .unavailable: return Self.answer(client, "503 Service Unavailable", "Retry-After: soon\r\n")
        case .gone: return Self.answer(client, "410 Gone")
        case .garbage: return Self.write(client, Array("\u{1B}[2J<html>\0\0 42\r\n\r\n".utf8))
        case .endless:
            // More than any answer may have, of spaces, as long as the client listens.
            Self.write(client, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
            let spaces = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
            // A client that hangs up has heard enough.
            for _ in 0..<18 where !Self.write(client, spaces) { return true }
            return true
        case .late: usleep(50_000)
        case .cutAfter, .truncated, nil: break
        }
        guard let answer = ask(request) else { return false }
        switch fault {
        case .cutAfter: return true
        case .truncated: return Self.write(client, Array(answer.prefix(answer.count / 2)))
        default: return Self.write(client, answer)
        }
    }

    /// Passes a request on, and reads the answer to its end.
    private func ask(_ request: [UInt8]) -> [UInt8]? {
        let server = Self.makeSocket()
        defer { close(server) }
        var address = Self.address(port: upstream())
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected, Self.write(server, request) else { return nil }
        return Self.readMessage(server)
    }

    /// Reads a message of HTTP with a length.
    static func readMessage(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var wanted: Int?
        while wanted.map({ bytes.count < $0 }) ?? true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { return wanted == nil ? nil : bytes }
            bytes += buffer[..<count]
            if wanted == nil, let end = Data(bytes).range(of: Data("\r\n\r\n".utf8))?.upperBound {
                let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
                if head.contains("expect: 100-continue") {
                    write(descriptor, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                }
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }?
                    .split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
                wanted = end + (length ?? 0)
            }
        }
        return bytes
    }

    private static func answer(_ client: Int32, _ status: String, _ header: String = "") -> Bool {
        write(
            client,
            Array("HTTP/1.1 \(status)\r\n\(header)Content-Length: 2\r\nConnection: close\r\n\r\n{}".utf8))
    }

    @discardableResult
    static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

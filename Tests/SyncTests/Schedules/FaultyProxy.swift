import Foundation
import Glibc
import Synchronization
import TestSupport

/// A proxy that simulates unreliable networks and overloaded servers. It delays, cuts or truncates requests
/// and answers, or answers with 429, 500, 503, 410 or garbage. Each connection has one request.
final class FaultyProxy: Sendable {
    /// A fault that the proxy can cause during a request.
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
    /// The port for clients.
    let port: Int

    /// The number of requests with each fault so far.
    var faults: [Fault: Int] { state.withLock(\.faults) }

    /// Whether all requests pass unchanged.
    var isQuiet: Bool {
        get { state.withLock(\.isQuiet) }
        set { state.withLock { $0.isQuiet = newValue } }
    }

    /// Opens a proxy in front of a server.
    ///
    /// - Parameters:
    ///   - seed: The seed of the faults.
    ///   - upstream: The server's port.
    init(seed: UInt64, upstream: @escaping @Sendable () -> Int) throws {
        state = Mutex(State(random: SeededGenerator(quiet: seed)))
        self.upstream = upstream
        (listener, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops the proxy.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 { return }
            Thread.detachNewThread { [self] in
                serve(client)
                // `close` alone isn't enough: a child process may have inherited the descriptor and would
                // keep the connection open.
                shutdown(client, Int32(SHUT_RDWR))
                close(client)
            }
        }
    }

    private func nextFault() -> Fault? {
        state.withLock { state in
            guard !state.isQuiet, Int.random(in: 0..<2, using: &state.random) == 0 else { return nil }
            // Chooses the fault that has happened least often so far, so that every fault happens soon.
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
        if !handle(client, fault, request), let fault {
            state.withLock { $0.faults[fault, default: 0] -= 1 }
        }
    }

    /// Handles a request and causes a fault, if one is given.
    ///
    /// - Returns: Whether the fault could be caused. For example, if the server was killed, there is no
    /// answer to truncate.
    private func handle(_ client: Int32, _ fault: Fault?, _ request: [UInt8]) -> Bool {
        switch fault {
        case .cutBefore: return true
        case .tooMany: return Self.answer(client, "429 Too Many Requests", "Retry-After: 1\r\n")
        case .broken: return Self.answer(client, "500 Internal Server Error")
        case .unavailable: return Self.answer(client, "503 Service Unavailable", "Retry-After: soon\r\n")
        case .gone: return Self.answer(client, "410 Gone")
        case .garbage: return Self.write(client, Array("\u{1B}[2J<html>\0\0 42\r\n\r\n".utf8))
        case .endless:
            // Send spaces while the client reads, up to more than the size limit of an answer.
            Self.write(client, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
            let spaces = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
            // The client may close the connection early.
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

    /// Forwards a request to the server, and reads the complete answer.
    private func ask(_ request: [UInt8]) -> [UInt8]? {
        guard let server = LoopbackSocket.connect(to: upstream()) else { return nil }
        defer { close(server) }
        return Self.write(server, request) ? Self.readMessage(server) : nil
    }

    /// Reads an HTTP message whose head declares its length.
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

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
        var faults = 0
    }

    private let state: Mutex<State>
    private let listener: Int32
    private let upstream: @Sendable () -> Int
    /// The port that clients come to.
    let port: Int

    /// How many requests something happened to.
    var faults: Int { state.withLock(\.faults) }

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
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw TestSupportError("the proxy can't listen: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Ends it.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
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
                close(client)
            }
        }
    }

    private func nextFault() -> Fault? {
        state.withLock { state in
            guard !state.isQuiet, Int.random(in: 0..<2, using: &state.random) == 0 else { return nil }
            state.faults += 1
            return Fault.allCases.randomElement(using: &state.random)
        }
    }

    // MARK: - One request

    private func serve(_ client: Int32) {
        guard let request = Self.readMessage(client) else { return }
        let fault = nextFault()
        switch fault {
        case .cutBefore: return
        case .tooMany: return Self.answer(client, "429 Too Many Requests", "Retry-After: 1\r\n")
        case .broken: return Self.answer(client, "500 Internal Server Error")
        case .unavailable: return Self.answer(client, "503 Service Unavailable", "Retry-After: soon\r\n")
        case .gone: return Self.answer(client, "410 Gone")
        case .garbage:
            Self.write(client, Array("\u{1B}[2J<html>\0\0 42\r\n\r\n".utf8))
            return
        case .endless:
            // More than any answer may have, of spaces, as long as the client listens.
            Self.write(client, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
            let spaces = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
            for _ in 0..<18 where !Self.write(client, spaces) { return }
            return
        case .late: usleep(50_000)
        case .cutAfter, .truncated, nil: break
        }
        guard let answer = ask(request) else { return }
        switch fault {
        case .cutAfter: return
        case .truncated: Self.write(client, Array(answer.prefix(answer.count / 2)))
        default: Self.write(client, answer)
        }
    }

    /// Passes a request on, and reads the answer to its end.
    private func ask(_ request: [UInt8]) -> [UInt8]? {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
    private static func readMessage(_ descriptor: Int32) -> [UInt8]? {
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

    private static func answer(_ client: Int32, _ status: String, _ header: String = "") {
        write(
            client,
            Array("HTTP/1.1 \(status)\r\n\(header)Content-Length: 2\r\nConnection: close\r\n\r\n{}".utf8))
    }

    @discardableResult
    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
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

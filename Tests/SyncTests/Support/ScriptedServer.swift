import Foundation
import Glibc
import SyncProtocol
import Synchronization
import TestSupport

/// A server that keeps connections open. For each request, a test decides whether the server answers, stays
/// silent or disconnects.
///
/// ```swift
/// let server = try ScriptedServer { request in .answer("200 OK", SyncAnswer(…).encoded()) }
/// defer { server.stop() }
/// ```
final class ScriptedServer: Sendable {
    /// A received request.
    struct Request: Sendable {
        /// The number of the connection, starting at 1.
        let connection: Int
        /// The number of the request among all complete requests, starting at 1.
        let number: Int
        /// The unparsed request line and header fields.
        let head: String
        /// The body, unpacked.
        let body: Data
    }

    /// The server's reaction to a request.
    enum Reply: Sendable {
        case answer(String, Data = Data("{}".utf8), fields: [String] = [])
        /// Sends an answer in pieces, with a pause in seconds before each.
        case slowly(Data, pieces: Int, pause: Double)
        /// Sends the lines of an answer's header with a pause in seconds before each, and then its body.
        case slowHeader(Data, lines: Int, pause: Double)
        /// Closes the connection without an answer.
        case hangUp
        /// Keeps the connection open without sending an answer.
        case silence
    }

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
    }

    let port: Int
    private let listener: Int32
    private let script: @Sendable (Request) -> Reply
    private let state = Mutex(State())

    /// The complete requests so far.
    var requests: [Request] { state.withLock(\.requests) }

    init(_ script: @escaping @Sendable (Request) -> Reply) throws {
        self.script = script
        (listener, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Closes all connections.
    func hangUpAll() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Stops the server and closes all connections.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        hangUpAll()
    }

    private func acceptAll() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            let number = state.withLock { state in
                state.connections.append(client)
                return state.connections.count
            }
            Thread.detachNewThread { [self] in
                serve(client, number)
                shutdown(client, Int32(SHUT_RDWR))
            }
        }
        close(listener)
    }

    // `hangUp` only shuts connections down. Close their descriptors only here, so that no descriptor number
    // is reused while the server runs.
    deinit { for connection in state.withLock(\.connections) { close(connection) } }

    private func serve(_ client: Int32, _ connection: Int) {
        while let message = FaultyProxy.readMessage(client) {
            let data = Data(message)
            guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return }
            let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
            let body = data[end.upperBound...]
            let length = head.lowercased().split(separator: "\r\n").first {
                $0.hasPrefix("content-length:")
            }
            // A request with an incomplete body isn't counted.
            guard length.map({ $0.hasSuffix(" \(body.count)") }) ?? true else { return }
            let isPacked = head.split(separator: "\r\n").contains("Content-Encoding: \(Deflate.coding)")
            let unpacked =
                isPacked ? try? Deflate.shared?.unpacked(Array(body), limit: SyncLimits.bodySize) : nil
            let request = state.withLock { state in
                let request = Request(
                    connection: connection, number: state.requests.count + 1, head: head,
                    body: unpacked.map { Data($0) } ?? Data(body))
                state.requests.append(request)
                return request
            }
            switch script(request) {
            case .answer(let status, let body, let fields):
                let fields = (fields + ["Content-Length: \(body.count)"]).joined(separator: "\r\n")
                FaultyProxy.write(client, Array("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n".utf8) + body)
            case .slowly(let body, let pieces, let pause):
                let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
                guard FaultyProxy.write(client, head) else { return }
                let body = Array(body)
                let size = max(1, body.count / pieces)
                for start in stride(from: 0, to: body.count, by: size) {
                    Thread.sleep(forTimeInterval: pause)
                    let part = Array(body[start..<min(start + size, body.count)])
                    guard FaultyProxy.write(client, part) else { return }
                }
            case .slowHeader(let body, let lines, let pause):
                let head =
                    ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"]
                    + (0..<lines).map { "X-Line: \($0)" } + [""]
                for line in head {
                    Thread.sleep(forTimeInterval: pause)
                    guard FaultyProxy.write(client, Array("\(line)\r\n".utf8)) else { return }
                }
                FaultyProxy.write(client, Array(body))
            case .hangUp: return
            case .silence: break
            }
        }
    }
}

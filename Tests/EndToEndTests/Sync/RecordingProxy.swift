import Foundation
import Glibc
import SyncProtocol
import Synchronization
import TestSupport

/// A proxy in front of a server that keeps every byte that devices send.
final class RecordingProxy: Sendable {
    private let listener: Int32
    private let upstream: Int
    /// The bytes that devices sent, by connection.
    private let bytes = Mutex<[Int32: Data]>([:])
    /// The port for devices.
    let port: Int

    /// The bytes of all requests so far, with unpacked bodies.
    var requests: Data {
        bytes.withLock { $0.values.reduce(into: Data()) { $0 += Self.unpacked($1) } }
    }

    private static func unpacked(_ sent: Data) -> Data {
        var (rest, result) = (sent, Data())
        while let end = rest.range(of: Data("\r\n\r\n".utf8)) {
            let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self).lowercased()
            let fields = head.components(separatedBy: "\r\n")
            let length = fields.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
            let body = Array(rest[end.upperBound...].prefix(length ?? 0))
            let isPacked = fields.contains("content-encoding: \(Deflate.coding)")
            let unpacked = isPacked ? try? Deflate.shared?.unpacked(body, limit: SyncLimits.bodySize) : body
            result += rest[..<end.upperBound] + (unpacked ?? [])
            rest = Data(rest[end.upperBound...].dropFirst(body.count))
        }
        return result + rest
    }

    /// Opens a proxy in front of a local port.
    init(upstream: Int) throws {
        self.upstream = upstream
        (listener, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops the proxy.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            guard let server = LoopbackSocket.connect(to: upstream) else {
                close(client)
                continue
            }
            Thread.detachNewThread { [self] in forward(client, server, isRecorded: true) }
            Thread.detachNewThread { [self] in forward(server, client, isRecorded: false) }
        }
        close(listener)
    }

    private func forward(_ source: Int32, _ target: Int32, isRecorded: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(source, &buffer, buffer.count), count > 0 {
            if isRecorded {
                bytes.withLock { $0[source, default: Data()].append(contentsOf: buffer[..<count]) }
            }
            var done = 0
            while done < count {
                let sent = buffer[done..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if sent <= 0 { break }
                done += sent
            }
            if done < count { break }
        }
        // The descriptors stay open until the process ends, so that no number is used again by the other thread.
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }
}

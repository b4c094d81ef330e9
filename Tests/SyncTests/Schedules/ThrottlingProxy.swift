import Foundation
import Glibc
import TestSupport

/// A proxy that lets only a few bytes per second through in each direction.
final class ThrottlingProxy: Sendable {
    private let listener: Int32
    private let upstream: Int
    private let bytesPerSecond: Int
    /// The port for clients.
    let port: Int

    /// Opens a proxy in front of a server.
    init(bytesPerSecond: Int, upstream: Int) throws {
        self.bytesPerSecond = bytesPerSecond
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
            // Small buffers, so that the sender notices the speed of the line.
            var size: Int32 = 4_096
            for socket in [client, server] {
                for option in [SO_RCVBUF, SO_SNDBUF] {
                    setsockopt(socket, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<Int32>.size))
                }
            }
            Thread.detachNewThread { [self] in forward(client, server) }
            Thread.detachNewThread { [self] in forward(server, client) }
        }
        close(listener)
    }

    private func forward(_ source: Int32, _ target: Int32) {
        var buffer = [UInt8](repeating: 0, count: max(1, bytesPerSecond / 20))
        while true {
            let count = read(source, &buffer, buffer.count)
            if count <= 0 || !FaultyProxy.write(target, Array(buffer[..<count])) { break }
            Thread.sleep(forTimeInterval: Double(count) / Double(bytesPerSecond))
        }
        // The descriptors stay open until the process ends, so that no number is used again by the other thread.
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }
}

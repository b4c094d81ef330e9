import Foundation
import Glibc
import Synchronization
import TestSupport

/// A proxy in front of a server that keeps every byte that devices send.
final class RecordingProxy: Sendable {
    private let listener: Int32
    private let upstream: Int
    private let bytes = Mutex(Data())
    /// The port for devices.
    let port: Int

    /// The bytes of all requests so far.
    var requests: Data { bytes.withLock(\.self) }

    /// Opens a proxy in front of a local port.
    init(upstream: Int) throws {
        self.upstream = upstream
        let listener = LoopbackSocket.make()
        self.listener = listener
        var (address, size) = (LoopbackSocket.address(port: 0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isOpen else { throw TestSupportError("no port can be had: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops the proxy.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            let server = LoopbackSocket.make()
            var address = LoopbackSocket.address(port: upstream)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else {
                close(client)
                close(server)
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
            if isRecorded { bytes.withLock { $0.append(contentsOf: buffer[..<count]) } }
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

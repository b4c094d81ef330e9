import Foundation
import Glibc
import Synchronization

/// Sockets of this machine alone.
public enum LoopbackSocket {
    private static let reserved = Mutex(Set<Int>())

    /// Returns a free port that no other call returns.
    ///
    /// It is below the ports that the system chooses. Otherwise, while a test restarts its server, any other listener or
    /// connection of this machine could be given the server's port.
    public static func reservePort() throws -> Int {
        for _ in 0..<1_000 {
            let port = Int.random(in: 10_000..<32_000)
            guard reserved.withLock({ $0.insert(port).inserted }) else { continue }
            if let listener = try? listen(port: port) {
                close(listener.descriptor)
                return port
            }
        }
        throw TestSupportError("no free port below 32000")
    }

    /// Opens a port for connections.
    ///
    /// - Parameter port: The port. Default: any free one.
    /// - Throws: ``TestSupportError`` if the port isn't available.
    public static func listen(port: Int = 0) throws -> (descriptor: Int32, port: Int) {
        let descriptor = make()
        var (address, size) = (Self.address(port: port), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isOpen else {
            let code = errno
            close(descriptor)
            throw TestSupportError.system("listening on port \(port)", code)
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Connects to a port. Returns `nil` if nothing listens there.
    public static func connect(to port: Int) -> Int32? {
        let descriptor = make()
        var address = Self.address(port: port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    /// Creates a socket that child processes don't inherit; otherwise a child would keep the connection open.
    static func make() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Returns the address of a port; 0 means any free one.
    static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}

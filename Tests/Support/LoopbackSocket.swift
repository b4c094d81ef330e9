import Foundation

/// Sockets of this machine alone.
public enum LoopbackSocket {
    /// Creates a socket that child processes don't inherit; otherwise a child would keep the connection open.
    public static func make() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Returns the address of a port; 0 means any free one.
    public static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}

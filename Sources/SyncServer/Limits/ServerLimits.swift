import NIOCore

/// The limits on clients of the server.
struct ServerLimits: Sendable, Hashable {
    /// The number of requests per second from one device, after a burst.
    var perDevice: Double = 20
    /// The number of requests per second from one address, after a burst.
    var perAddress: Double = 50
    /// The size of a burst, as a multiple of the requests per second.
    var burst: Double = 10
    /// The number of invalid tokens per minute from one address. Further ones get the status 429; valid
    /// tokens don't.
    var failedLogins = 20
    /// The time for a request to arrive, and for a connection to stay idle.
    var requestTime: TimeAmount = .seconds(30)
    /// The number of open connections.
    var connections = 1_000
    /// The size of a request's headers in bytes.
    let headerSize = 16 << 10
    /// The number of a request's headers.
    let headerCount = 64
}

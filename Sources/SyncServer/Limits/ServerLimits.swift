import NIOCore

/// The limits on clients of the server.
struct ServerLimits: Sendable, Hashable {
    /// The number of requests per second that one device may send after a burst.
    var perDevice: Double = 20
    /// The number of requests per second that one address may send after a burst.
    var perAddress: Double = 50
    /// The size of a burst, as a multiple of the requests per second.
    var burst: Double = 10
    /// The number of invalid tokens that an address may send per minute. The server answers further invalid
    /// tokens with the status 429. It still answers requests with a valid token.
    var failedLogins = 20
    /// The period in which the rest of a request, or 4 KiB of it, must arrive.
    var requestTime: TimeAmount = .seconds(30)
    /// The maximum time for a connection to stay idle before a request and after an answer.
    let idleTime = TimeAmount.seconds(5)
    /// The maximum number of open connections. Further ones wait until another one is closed.
    var connections = 4_000
    /// The maximum number of open connections from one address; `nil` for no limit, as behind a proxy.
    var connectionsPerAddress: Int? = 100
    /// The maximum size of the records of one account in bytes; `nil` for no limit.
    var quota: Int? = 1 << 30
    /// The maximum size of a request's headers in bytes.
    let headerSize = 16 << 10
    /// The maximum number of headers of a request.
    let headerCount = 64
}

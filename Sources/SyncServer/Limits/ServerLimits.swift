import NIOCore

/// How much the server takes from anybody.
struct ServerLimits: Sendable, Hashable {
    /// Requests a second from one device, beyond ``burst`` at once.
    var perDevice: Double = 20
    /// Requests a second from one address, beyond ``burst`` at once.
    var perAddress: Double = 50
    /// How many seconds' worth of requests can come at once.
    var burst: Double = 10
    /// Tokens that are no device's, from one address in a minute; more are answered with 429, good ones never.
    var failedLogins = 20
    /// How long a request may take to arrive, and a connection may stay idle.
    var requestTime: TimeAmount = .seconds(30)
    /// How many connections are open at once.
    var connections = 1_000
    /// The bytes of a request's headers.
    let headerSize = 16 << 10
    /// The number of a request's headers.
    let headerCount = 64
}

import HTTPTypes
import SyncProtocol

/// The route of a request, determined from its path. The log and the metrics contain the route's name instead
/// of the path.
enum Route: String, Sendable {
    /// The endpoint for devices.
    case sync
    /// The account's key and devices.
    case account
    /// Whether the process answers.
    case health
    /// Whether the storage can be written.
    case ready
    /// The metrics for the administrator, on a separate port.
    case metrics
    /// A path that isn't served.
    case unknown

    /// Returns the route for a path on the devices' port. A query is ignored; the rest of the path must match
    /// exactly.
    init(path: String) {
        switch path.prefix(while: { $0 != "?" }) {
        case SyncEndpoint.path: self = .sync
        case SyncEndpoint.accountPath: self = .account
        case "/health": self = .health
        case "/ready": self = .ready
        default: self = .unknown
        }
    }

    /// Whether balancers and monitoring ask it.
    var isCheck: Bool { self == .health || self == .ready }

    /// The HTTP methods that the route accepts.
    var methods: [HTTPRequest.Method] {
        self == .sync || self == .account ? [.post] : [.get, .head]
    }
}

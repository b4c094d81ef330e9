import HTTPTypes
import SyncProtocol

/// What a request asks for, by its path. The log and the metrics know a request by this name only.
enum Route: String, Sendable {
    /// The one door for devices.
    case sync
    /// Whether the server is well.
    case health
    /// Numbers for the administrator; on a port of its own.
    case metrics
    /// There is nothing at the path.
    case unknown

    /// The route of a path at the door for devices. Nothing else is served: no file, no other spelling.
    init(path: String) {
        switch path.prefix(while: { $0 != "?" }) {
        case SyncEndpoint.path: self = .sync
        case "/health": self = .health
        default: self = .unknown
        }
    }

    /// The methods that the route answers.
    var methods: [HTTPRequest.Method] {
        self == .sync ? [.post] : [.get, .head]
    }
}

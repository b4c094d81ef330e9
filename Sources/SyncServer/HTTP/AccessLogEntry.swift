import Hummingbird
import Logging

/// The log's entry for a request. It contains the sender, the route and counts, but never the request's
/// contents.
struct AccessLogEntry {
    var address = ""
    var identity: Identity?
    var received = 0
    var refused = 0
    var sent = 0
    /// The code of a failure, such as `unauthorized`.
    var reason: String?
    /// The storage's own message, which isn't sent to devices.
    var storage: String?

    /// Writes the entry to the log.
    ///
    /// - Parameters:
    ///   - logger: The server's log.
    ///   - context: The request's context, with its ID.
    ///   - route: The request's route.
    ///   - status: The HTTP status of the answer.
    ///   - seconds: The time that the answer took.
    func write(to logger: Logger, _ context: SyncContext, _ route: Route, status: Int, seconds: Double) {
        var metadata: Logger.Metadata = [
            "route": .string(route.rawValue), "status": .stringConvertible(status),
            "address": .string(address),
            "milliseconds": .stringConvertible((seconds * 10_000).rounded() / 10),
            "request": .string(context.id),
        ]
        if let identity {
            metadata["account"] = .stringConvertible(identity.account)
            metadata["accountName"] = .string(identity.accountName)
            metadata["device"] = .stringConvertible(identity.device)
            metadata["deviceName"] = .string(identity.deviceName)
        }
        for (key, count) in [
            ("received", received), ("refused", refused), ("sent", sent),
        ] where count > 0 {
            metadata[key] = .stringConvertible(count)
        }
        if let reason { metadata["reason"] = .string(reason) }
        if let storage { metadata["storage"] = .string(storage) }
        logger.log(level: level(status), "answered", metadata: metadata)
    }

    private func level(_ status: Int) -> Logger.Level {
        switch status {
        case 500...: .error
        case 400...: .warning
        default: .info
        }
    }
}

import Foundation
import Localization
import Logging
import Shell

/// `serve`: runs the server until the process receives SIGINT or SIGTERM.
struct ServeCommand: Command {
    static let host = Parameter.option(
        "host", .nonBlank, help: text("The address to listen on. Default: 127.0.0.1."))
    static let port = Parameter.option(
        "port", .integer(in: 0...65_535),
        help: text("The port to listen on; 0 chooses any free port. Default: 8377."))
    static let certificate = Parameter.option(
        "certificate", .path, help: text("Use TLS with the certificate in this PEM file."))
    static let key = Parameter.option("key", .path, help: text("The certificate's private key, in PEM."))
    static let plainHTTP = Parameter.flag(
        "plain-http", help: text("Allow unencrypted HTTP on an address that other machines can reach."))
    static let behindProxy = Parameter.flag(
        "behind-proxy",
        help: text("Trust the X-Forwarded-For header. Use it only behind your own reverse proxy."))
    static let metricsPort = Parameter.option(
        "metrics-port", .integer(in: 0...65_535),
        help: text("Serve metrics for Prometheus on this port of 127.0.0.1, at /metrics."))
    static let deviceRate = Parameter.option(
        "device-rate", .integer(in: 1...1_000_000),
        help: text("The maximum number of requests per second from one device. Default: 20."))
    static let addressRate = Parameter.option(
        "address-rate", .integer(in: 1...1_000_000),
        help: text("The maximum number of requests per second from one address. Default: 50."))
    static let requestTime = Parameter.option(
        "request-time", .integer(in: 1...3_600),
        help: text(
            "The number of seconds within which the rest of a request, or 4 KiB of it, must arrive. Default: 30."
        ))
    static let openConnections = Parameter.option(
        "connections", .integer(in: 1...1_000_000),
        help: text("The maximum number of open connections. Default: 4000."))
    static let addressConnections = Parameter.option(
        "address-connections", .integer(in: 1...1_000_000),
        help: text(
            "The maximum number of open connections from one address. Default: 100; behind a proxy, no limit."
        ))
    static let quota = Parameter.option(
        "quota", .integer(in: 0...1_048_576),
        help: text("The maximum size of the records of one account in MiB; 0 for no limit. Default: 1024."))
    static let statementTime = Parameter.option(
        "database-time", .integer(in: 1...3_600),
        help: text("The number of seconds within which PostgreSQL must answer. Default: 30."))
    static let connections = Parameter.option(
        "database-connections", .integer(in: 1...500),
        help: text("The maximum number of connections to PostgreSQL. Default: 8."))

    let declaration = CommandDeclaration(
        "serve", group: .serving, summary: text("Runs the server until you stop it."),
        discussion: [
            text(
                "By default, only this machine can reach the server. Other addresses (--host) require --certificate, or --plain-http if the connection is protected in another way."
            ),
            text(
                "The log goes to standard error: a line of JSON for each request, without tokens or contents. After SIGTERM or Ctrl-C the server finishes the requests in progress, then exits."
            ),
        ],
        parameters: [
            host.declaration, port.declaration, certificate.declaration, key.declaration,
            plainHTTP.declaration,
            behindProxy.declaration, metricsPort.declaration, deviceRate.declaration, addressRate.declaration,
            requestTime.declaration, connections.declaration, statementTime.declaration,
            openConnections.declaration, addressConnections.declaration, quota.declaration,
        ],
        examples: [
            .verbatim("serve"), .verbatim("serve --port 8400 --metrics-port 9400"),
            .verbatim("serve --host 0.0.0.0 --certificate fullchain.pem --key privkey.pem"),
        ])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let options = try options(invocation, session)
        try options.check()
        // Check the certificate before opening the storage.
        _ = try options.tls?.configuration()
        let storage = try await session.storage(
            connections: try invocation[Self.connections] ?? 8,
            statementTime: .seconds(try invocation[Self.statementTime] ?? 30), createIfMissing: true)
        let now = session.environment.now
        let logger = Logger.ofServer(now: now, write: Self.writeToStandardError)
        try await SyncService(storage: storage, options: options, logger: logger, now: now).run()
        return Output()
    }

    /// Writes a line of the log. Errors are ignored: a closed standard error must not stop the server.
    private nonisolated static func writeToStandardError(_ line: [UInt8]) {
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func options(_ invocation: Invocation, _ session: ServerSession) throws -> ServingOptions {
        var options = ServingOptions()
        options.host = try invocation[Self.host] ?? options.host
        options.port = try invocation[Self.port] ?? options.port
        switch (try invocation[Self.certificate], try invocation[Self.key]) {
        case (let certificate?, let key?):
            options.tls = TLSFiles(certificate: session.absolute(certificate), key: session.absolute(key))
        case (nil, nil): break
        default: throw ServingError.incompleteTLS
        }
        options.allowsPlainHTTP = try invocation[Self.plainHTTP]
        options.isBehindProxy = try invocation[Self.behindProxy]
        options.metricsPort = try invocation[Self.metricsPort]
        options.limits.perDevice =
            try invocation[Self.deviceRate].map(Double.init) ?? options.limits.perDevice
        options.limits.perAddress =
            try invocation[Self.addressRate].map(Double.init) ?? options.limits.perAddress
        if let seconds = try invocation[Self.requestTime] {
            options.limits.requestTime = .seconds(Int64(seconds))
        }
        options.limits.connections = OpenFileLimit.raised(
            for: try invocation[Self.openConnections] ?? options.limits.connections)
        options.limits.connectionsPerAddress =
            try invocation[Self.addressConnections]
            ?? (options.isBehindProxy ? nil : options.limits.connectionsPerAddress)
        if let size = try invocation[Self.quota] { options.limits.quota = size > 0 ? size << 20 : nil }
        return options
    }
}

/// The system's limit of open files, of which each connection is one.
private enum OpenFileLimit {
    /// The number of files that the server needs besides connections.
    private static let others = 200

    /// Raises the limit of this process for a number of connections, if the system allows it.
    ///
    /// - Returns: The number of connections that are possible.
    static func raised(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let needed = rlim_t(connections + others)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return max(16, min(connections, Int(clamping: limit.rlim_cur) - others))
    }
}

extension CommandGroup {
    /// The server itself.
    static let serving = CommandGroup(text("Server"))
    /// Accounts and devices.
    static let accounts = CommandGroup(text("Accounts and devices"))
}

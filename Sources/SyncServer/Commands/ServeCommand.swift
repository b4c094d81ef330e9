import Foundation
import Localization
import Logging
import Shell

/// `serve`: answers devices until the process is asked to end.
struct ServeCommand: Command {
    static let host = Parameter.option(
        "host", .nonBlank, help: text("The address to listen on; 127.0.0.1 unless you say otherwise."))
    static let port = Parameter.option(
        "port", .integer(in: 0...65_535),
        help: text("The port to listen on; 8377 unless you say otherwise, 0 for any that is free."))
    static let certificate = Parameter.option(
        "certificate", .path, help: text("Speak TLS with the certificate in this PEM file."))
    static let key = Parameter.option("key", .path, help: text("The certificate's private key, in PEM."))
    static let plainHTTP = Parameter.flag(
        "plain-http", help: text("Allow unencrypted HTTP on an address that other machines reach."))
    static let behindProxy = Parameter.flag(
        "behind-proxy",
        help: text("Believe X-Forwarded-For; only with a reverse proxy of yours before the server."))
    static let metricsPort = Parameter.option(
        "metrics-port", .integer(in: 0...65_535),
        help: text("Tell numbers for Prometheus on this port of 127.0.0.1, at /metrics."))
    static let deviceRate = Parameter.option(
        "device-rate", .integer(in: 1...1_000_000),
        help: text("Requests of one device in a second; 20 unless you say otherwise."))
    static let addressRate = Parameter.option(
        "address-rate", .integer(in: 1...1_000_000),
        help: text("Requests from one address in a second; 50 unless you say otherwise."))
    static let requestTime = Parameter.option(
        "request-time", .integer(in: 1...3_600),
        help: text("Seconds in which a request must have arrived; 30 unless you say otherwise."))
    static let connections = Parameter.option(
        "database-connections", .integer(in: 1...500),
        help: text("Connections to PostgreSQL at most; 8 unless you say otherwise."))

    let declaration = CommandDeclaration(
        "serve", group: .serving, summary: text("Answers devices until it is asked to end."),
        discussion: [
            text(
                "Only this machine reaches the server, unless --host names another address. There, it wants a certificate, or --plain-http where something else keeps strangers out."
            ),
            text(
                "It tells what it does on standard error, a line of JSON for each request, without tokens and contents. SIGTERM and Ctrl-C let the requests that are being answered finish."
            ),
        ],
        parameters: [
            host.declaration, port.declaration, certificate.declaration, key.declaration,
            plainHTTP.declaration,
            behindProxy.declaration, metricsPort.declaration, deviceRate.declaration, addressRate.declaration,
            requestTime.declaration, connections.declaration,
        ],
        examples: [
            "serve", "serve --port 8400 --metrics-port 9400",
            "serve --host 0.0.0.0 --certificate fullchain.pem --key privkey.pem",
        ])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let options = try options(invocation, session)
        try options.check()
        // What is wrong with a certificate is better known before anything is opened.
        _ = try options.tls?.configuration()
        let storage = try await session.storage(
            connections: try invocation[Self.connections] ?? 8, mayBeMade: true)
        let now = session.surroundings.now
        let logger = Logger.ofServer(now: now, write: Self.writeToStandardError)
        try await SyncService(storage: storage, options: options, logger: logger, now: now).run()
        return Output()
    }

    /// Writes a line of the log. Nothing can be done where nobody takes it; the devices are answered all the same.
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
        default: throw ServingError.halfTLS
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
        return options
    }
}

extension CommandGroup {
    /// The server itself.
    static let serving = CommandGroup(text("Server"))
    /// Accounts and devices.
    static let accounts = CommandGroup(text("Accounts and devices"))
}

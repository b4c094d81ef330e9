import NIOSSL
import Shell

/// Where and how the server listens.
struct ServingOptions: Sendable {
    /// The address; only this machine reaches the usual one.
    var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    var port = 8377
    /// The certificate and its key, where the server itself speaks TLS.
    var tls: TLSFiles?
    /// Whether plain HTTP is allowed on an address that others reach.
    var allowsPlainHTTP = false
    /// Whether a reverse proxy stands before the server, whose word on addresses is believed.
    var isBehindProxy = false
    /// The port for numbers, on this machine only.
    var metricsPort: Int?
    var limits = ServerLimits()

    /// Whether only this machine reaches the address.
    var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host == "::1"
            || (parts.count == 4 && parts.first == 127 && !parts.contains(nil))
    }

    /// What must not be, checked before anything is opened. Throws ``ServingError``.
    func check() throws {
        if tls == nil, !isLoopback, !allowsPlainHTTP { throw ServingError.plainHTTP(host: host) }
    }
}

/// The files of a certificate.
struct TLSFiles: Sendable, Hashable {
    /// The certificate and what leads to its authority, in PEM.
    let certificate: String
    /// The private key, in PEM.
    let key: String

    /// Reads the files. Throws ``ServingError``, and ``FileError`` where there is nothing to read.
    func configuration() throws -> TLSConfiguration {
        let chain: [NIOSSLCertificateSource]
        let certificateBytes = try InputFile(path: certificate, relativeTo: "/").readToEnd()
        let keyBytes = try InputFile(path: key, relativeTo: "/").readToEnd()
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(certificateBytes).map { .certificate($0) }
        } catch {
            throw ServingError.certificate(path: certificate)
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(bytes: keyBytes, format: .pem)
        } catch {
            throw ServingError.key(path: key)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // Whether they belong to each other is only known where they are put together.
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ServingError.mismatch(certificate: certificate, key: key)
        }
        return configuration
    }
}

/// Why the server doesn't begin.
enum ServingError: Error, Hashable {
    case plainHTTP(host: String)
    case certificate(path: String)
    case key(path: String)
    /// A certificate, and the key of another one.
    case mismatch(certificate: String, key: String)
    case halfTLS
    case address(host: String, port: Int, code: Int32)
    /// Nobody knows an address of that name.
    case host(String)
    case metricsAddress(port: Int, code: Int32)
}

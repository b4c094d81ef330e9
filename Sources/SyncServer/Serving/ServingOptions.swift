import NIOSSL
import Shell

/// The addresses on which the server listens, and its limits.
struct ServingOptions: Sendable {
    /// The address. Default: the loopback address, which only this machine reaches.
    var host = "127.0.0.1"
    /// The port, 0 to 65,535; 0 lets the system choose. Default: 8377.
    var port = 8377
    /// The certificate and its key; `nil` for plain HTTP.
    var tls: TLSFiles?
    /// Whether plain HTTP is allowed on an address that other machines reach.
    var allowsPlainHTTP = false
    /// Whether a reverse proxy is in front of the server. If so, the server trusts the proxy's
    /// `X-Forwarded-For`.
    var isBehindProxy = false
    /// The port for metrics, on this machine only; `nil` for no metrics.
    var metricsPort: Int?
    var limits = ServerLimits()

    /// Whether only this machine reaches the address.
    var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host == "::1"
            || (parts.count == 4 && parts.first == 127 && !parts.contains(nil))
    }

    /// Checks that the combination of options is safe.
    ///
    /// - Throws: ``ServingError/plainHTTP(host:)``.
    func check() throws {
        if tls == nil, !isLoopback, !allowsPlainHTTP { throw ServingError.plainHTTP(host: host) }
    }
}

/// The paths of a certificate and its private key.
struct TLSFiles: Sendable, Hashable {
    /// The certificate chain, in PEM.
    let certificate: String
    /// The private key, in PEM.
    let key: String

    /// The ciphers of TLS 1.2. All have forward secrecy: who records connections and later gets the private key can't read
    /// them. Those of TLS 1.3 always have it.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Reads the files.
    ///
    /// - Throws: ``ServingError``, or `FileError` if a file can't be read.
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
        configuration.cipherSuiteValues = Self.ciphers
        configuration.applicationProtocols = ["http/1.1"]
        // Create a context, because this is the only way to check that the key belongs to the certificate.
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ServingError.mismatch(certificate: certificate, key: key)
        }
        return configuration
    }
}

/// An error that keeps the server from starting.
enum ServingError: Error, Hashable {
    case plainHTTP(host: String)
    case certificate(path: String)
    case key(path: String)
    /// The key doesn't belong to the certificate.
    case mismatch(certificate: String, key: String)
    case incompleteTLS
    case address(host: String, port: Int, code: Int32)
    /// The host name can't be resolved.
    case host(String)
    case metricsAddress(port: Int, code: Int32)
}

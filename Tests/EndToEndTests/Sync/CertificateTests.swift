import Foundation
import TestSupport
import Testing

/// Login to a server that has its own TLS certificate instead of a proxy, as in `docs/syncserver.md`.
@Suite(
    "Server certificates", .level(.default),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed")
)
struct CertificateTests {
    /// The path of Debian's trusted certificates for libcurl.
    private static let trusted = "/etc/ssl/certs/ca-certificates.crt"

    /// Starts a server with a self-signed certificate, and creates a device token.
    private func server() throws -> (SyncServerProcess, directory: TemporaryDirectory, token: String) {
        let directory = try TemporaryDirectory()
        let (certificate, key) = (directory.file("fullchain.pem"), directory.file("privkey.pem"))
        let made = try run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ], environment: directory.environment())
        try #require(made.status == .exited(0), "\(made.stderr)")
        let server = try SyncServerProcess(
            options: ["--host", "0.0.0.0", "--certificate", certificate, "--key", key])
        return (server, directory, try server.addDevice("laptop"))
    }

    @Test func `A server with an untrusted certificate is refused with a remedy`() throws {
        let (server, _, token) = try server()
        let device = try SyncDevice("itour")
        for (language, problem) in [
            ("en", "is not secure: the server's certificate is not trusted."), ("pl", "nie jest bezpieczne"),
        ] {
            let result = try device.run(
                "sync", "login", "https://localhost:\(server.port)", "--token-file", "-", "--language",
                language, input: token)
            #expect(result.status == .exited(74), "\(result.stderr)")
            #expect(result.stderr.contains(problem), "\(result.stderr)")
            #expect(language != "en" || result.stderr.contains("must trust the issuer"))
        }
        #expect(try device.run("sync", "status").stdout.contains("not synchronized"))
    }

    @Test func `A server without encryption is distinguished from an untrusted one`() throws {
        let server = try SyncServerProcess()
        let device = try SyncDevice("itour")
        let result = try device.run(
            "sync", "login", "https://localhost:\(server.port)", "--token-file", "-",
            input: try server.addDevice("laptop"))
        #expect(
            result.status == .exited(74),
            "\(result.stderr)")
        #expect(
            result.stderr.contains("doesn't use encryption"),
            "\(result.stderr)")
    }

    @Test(
        .enabled(
            if: ReadOnlyWay.mount.isPossible && FileManager.default.fileExists(atPath: trusted),
            "this machine doesn't allow adding a trusted certificate"))
    func `A certificate that the system trusts is accepted`() throws {
        let (server, directory, token) = try server()
        let device = try SyncDevice("itour")
        try device.run("add", "Rome")
        try directory.write(token, to: "token")
        let all = try [Self.trusted, directory.file("fullchain.pem")].map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }.joined(separator: "\n")
        let result = try run(
            "/usr/bin/unshare",
            [
                "-m", "/bin/sh", "-c",
                """
                mount --bind "$1" \(Self.trusted) || exit 99
                "$0" sync login "$2" --token-file "$3" && "$0" sync --json
                """, device.program, try directory.write(all, to: "all.crt"),
                "https://localhost:\(server.port)", directory.file("token"),
            ], environment: device.home.environment())
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(result.stdout.contains(#""sent": 1"#), "\(result.stdout)")
    }
}

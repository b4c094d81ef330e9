import Foundation
import TestSupport
import Testing

/// Logging in to a server that speaks TLS by itself, as the README says.
@Suite(
    "Certificates of servers",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed")
)
struct CertificateTests {
    /// Where Debian's libcurl looks for those whom the system trusts.
    private static let trusted = "/etc/ssl/certs/ca-certificates.crt"

    /// A server with a certificate of its own making, and a token.
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

    @Test("A server that nobody trusts is refused, with what to do about it")
    func whatNobodyTrustsIsRefusedWithWhatToDo() throws {
        let (server, _, token) = try server()
        let device = try SyncDevice("itour")
        for (language, problem) in [
            ("en", "is not secure: its certificate is not accepted."), ("pl", "nie jest bezpieczne"),
        ] {
            let result = try device.run(
                "sync", "login", "https://localhost:\(server.port)", "--token-file", "-", "--language",
                language, input: token)
            #expect(result.status == .exited(74) && result.stderr.contains(problem), "\(result.stderr)")
            #expect(language != "en" || result.stderr.contains("has to trust whoever signed"))
        }
        #expect(try device.run("sync", "status").stdout.contains("not synchronized"))
    }

    @Test("A server without encryption is told apart from one that is not trusted")
    func aServerWithoutEncryptionIsToldApartFromOneThatIsNotTrusted() throws {
        let server = try SyncServerProcess()
        let device = try SyncDevice("itour")
        let result = try device.run(
            "sync", "login", "https://localhost:\(server.port)", "--token-file", "-",
            input: try server.addDevice("laptop"))
        #expect(result.status == .exited(74) && result.stderr.contains("doesn't encrypt"), "\(result.stderr)")
    }

    @Test(
        "A server that the system trusts is trusted",
        .enabled(
            if: ReadOnlyWay.mount.isPossible && FileManager.default.fileExists(atPath: trusted),
            "this machine lets nobody trust another certificate for a moment"))
    func whatTheSystemTrustsIsTrusted() throws {
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

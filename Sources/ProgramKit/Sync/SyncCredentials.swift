import Basics
import Foundation
import Localization
import Shell
import Sync
import SyncProtocol
import Synchronization

/// The server that a store is synchronized with, and the token for it.
///
/// The credentials of the default store are in `$XDG_CONFIG_HOME/<program>/sync`. Each other store has its
/// own file in the same directory. Only their owner can read these files. Two stores never share a token;
/// otherwise one account's data would be sent to the other account. The code of the account's key is in a file beside them,
/// which stays after `sync off`: a lost code can't be replaced.
struct SyncCredentials: Equatable {
    let server: String
    let token: String
    /// Whether the user allowed sending the token without encryption.
    let allowsUnencrypted: Bool
    /// The account's key; `nil` if its file is missing.
    var key: StoredKey?

    /// Returns the file for the credentials of a program's store; `nil` if the environment has no home
    /// directory.
    static func path(
        program: String, store: StoreLocation, environment: [String: String]
    ) -> String? {
        StandardDirectories(environment: environment, program: program).config.map { directory in
            "\(directory)/sync\(suffix(program, store, environment))"
        }
    }

    private static func suffix(
        _ program: String, _ store: StoreLocation, _ environment: [String: String]
    ) -> String {
        guard case .file(let path) = store else { return "-memory" }
        let real = resolved(path)
        if case .file(let defaultPath)? = StoreLocation.defaultLocation(program, environment),
            resolved(defaultPath) == real
        {
            return ""
        }
        return "-" + SHA256.hexadecimal(Data(real.utf8)).prefix(16)
    }

    /// Returns the path of a store with all links resolved.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Checks a pasted token: 1 to 500 printable ASCII characters, with surrounding white space removed.
    ///
    /// - Throws: ``SyncProblem/badToken``.
    static func token(_ text: some StringProtocol) throws -> String {
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...500).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw SyncProblem.badToken
        }
        return token
    }

    /// Reads credentials from a file; `nil` if it doesn't exist.
    ///
    /// - Throws: ``SyncProblem/badCredentials(path:)``, and `FileError` if the file can't be read.
    init?(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let file = try InputFile(path: path, relativeTo: "/")
        var values: [String: String] = [:]
        for line in String(decoding: try file.read(upTo: 4_096), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let server = values["server"], let token = values["token"].flatMap({ try? Self.token($0) })
        else {
            throw SyncProblem.badCredentials(path: path)
        }
        self.init(
            server: server, token: token, allowsUnencrypted: values["unencrypted"] == "allowed",
            key: try StoredKey.stored(beside: path, for: server))
    }

    init(server: String, token: String, allowsUnencrypted: Bool, key: StoredKey? = nil) {
        self.server = server
        self.key = key
        self.token = token
        self.allowsUnencrypted = allowsUnencrypted
    }

    /// Writes the credentials to a file that only its owner can read.
    func write(to path: String) throws {
        try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
        let unencrypted = allowsUnencrypted ? "unencrypted = allowed\n" : ""
        try PrivateFile.replace(
            path, with: Array("server = \(server)\ntoken = \(token)\n\(unencrypted)".utf8))
    }

    /// Makes a transport that seals everything that it sends to the server.
    ///
    /// - Throws: `SyncError` if the address is invalid or not encrypted, and ``SyncProblem/noKey(server:)``.
    func transport() throws -> SealingTransport {
        guard let key else { throw SyncProblem.noKey(server: server) }
        return SealingTransport(try connection(), keys: try key.keys())
    }

    /// Makes a transport for questions about the account.
    ///
    /// - Parameter timeout: The longest time without a byte, in seconds. Default: 30.
    /// - Throws: `SyncError` if the address is invalid or not encrypted.
    func connection(timeout: Double = 30) throws -> HTTPTransport {
        try HTTPTransport(
            ServerAddress(server, allowsUnencrypted: allowsUnencrypted), token: token, timeout: timeout)
    }
}

/// A transport that reads the credentials again before each request.
///
/// While this process waits at its prompt, another process may turn off synchronization of the store, or log
/// in with another account, key or server. Later changes must not go to the old account or server.
final class CredentialReloadingTransport: SyncTransport {
    let name: String
    private let path: String
    private let current: Mutex<(credentials: SyncCredentials, transport: SealingTransport)>

    /// Makes a transport to the server that the credentials name.
    ///
    /// - Parameters:
    ///   - credentials: The server and the token to begin with.
    ///   - path: The file with the credentials, which is read before each request.
    /// - Throws: ``SyncProblem/noHome`` if there is no path, and `SyncError` for a bad address.
    init(_ credentials: SyncCredentials, at path: String?) throws {
        guard let path else { throw SyncProblem.noHome }
        let transport = try credentials.transport()
        name = transport.name
        self.path = path
        current = Mutex((credentials, transport))
    }

    /// Sends a request to the server.
    ///
    /// - Throws: `CancellationError` if the credentials are gone or name another server, and the errors of
    ///   `HTTPTransport`.
    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        try await transport().send(request)
    }

    private func transport() throws -> SealingTransport {
        guard let kept = try? SyncCredentials(path: path), kept.server == name else {
            throw CancellationError()
        }
        return try current.withLock { current in
            if current.credentials != kept { current = (kept, try kept.transport()) }
            return current.transport
        }
    }
}

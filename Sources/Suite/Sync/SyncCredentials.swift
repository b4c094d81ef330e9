import Digest
import Foundation
import Localization
import Shell
import Sync

/// Which server a store is kept the same with, and the token that opens its door.
///
/// Those of the usual store stand in `$XDG_CONFIG_HOME/<program>/sync`, those of another one beside it, in files that
/// only their owner can read. Two stores never share a token: what belongs to one account would go to the other.
struct SyncCredentials: Equatable {
    let server: String
    let token: String
    /// Whether the person allowed that the token goes over a network without encryption.
    let allowsUnencrypted: Bool

    /// Where a program keeps those of a store; `nil` where the environment names no home.
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
        if case .file(let usual)? = StoreLocation.usual(program, environment), resolved(usual) == real {
            return ""
        }
        return "-" + SHA256.hexadecimal(Data(real.utf8)).prefix(16)
    }

    /// A path by which a store is known whichever links lead to it.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// A token as people paste it: 1 to 500 printable characters of ASCII, without the space around it.
    static func token(_ text: some StringProtocol) throws -> String {
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...500).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw SyncProblem.badToken
        }
        return token
    }

    /// Reads them; `nil` where there are none.
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
        self.init(server: server, token: token, allowsUnencrypted: values["unencrypted"] == "allowed")
    }

    init(server: String, token: String, allowsUnencrypted: Bool) {
        self.server = server
        self.token = token
        self.allowsUnencrypted = allowsUnencrypted
    }

    /// Writes them, for their owner's eyes only.
    func write(to path: String) throws {
        try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
        let unencrypted = allowsUnencrypted ? "unencrypted = allowed\n" : ""
        try PrivateFile.replace(
            path, with: Array("server = \(server)\ntoken = \(token)\n\(unencrypted)".utf8))
    }

    /// The way to the server.
    func transport() throws -> HTTPTransport {
        try HTTPTransport(ServerAddress(server, allowsUnencrypted: allowsUnencrypted), token: token)
    }
}

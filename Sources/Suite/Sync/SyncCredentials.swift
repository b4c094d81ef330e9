import Foundation
import Localization
import Shell
import Sync

/// Which server a program's data is kept the same with, and the token that opens its door.
///
/// They stand in `$XDG_CONFIG_HOME/<program>/sync`, which only its owner can read.
struct SyncCredentials: Equatable {
    let server: String
    let token: String
    /// Whether the person allowed that the token goes over a network without encryption.
    let allowsUnencrypted: Bool

    /// Where a program keeps them; `nil` where the environment names no home.
    static func path(program: String, environment: [String: String]) -> String? {
        StandardDirectories(environment: environment, program: program).config.map { $0 + "/sync" }
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

import Foundation
import Localization
import Shell
import Sync
import SyncProtocol

/// The code of an account's key, as it is stored on a device.
///
/// The file is beside that of the credentials, and only its owner can read it.
struct StoredKey: Equatable {
    /// The server with the account.
    let server: String
    let account: UUID
    let code: KeyCode

    init(server: String, account: UUID, code: KeyCode) {
        self.server = server
        self.account = account
        self.code = code
    }

    /// Reads the key of a store; `nil` if there is none.
    ///
    /// - Parameter path: The file of the credentials.
    /// - Throws: ``SyncProblem/badKeyFile(path:)``, and `FileError` if the file can't be read.
    init?(beside path: String) throws {
        let path = Self.path(beside: path)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let text = String(
            decoding: try InputFile(path: path, relativeTo: "/").read(upTo: 4_096), as: UTF8.self)
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let server = values["server"], let account = values["account"].flatMap(UUID.init(uuidString:)),
            let code = values["code"].flatMap({ KeyCode($0) })
        else { throw SyncProblem.badKeyFile(path: path) }
        self.init(server: server, account: account, code: code)
    }

    /// Returns the file of the key beside that of the credentials.
    static func path(beside path: String) -> String { path + ".key" }

    /// Writes the key to a file that only its owner can read.
    func write(beside path: String) throws {
        try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
        let text = "server = \(server)\naccount = \(account.uuidString)\ncode = \(code.text)\n"
        try PrivateFile.replace(Self.path(beside: path), with: Array(text.utf8))
    }

    /// Derives the keys.
    ///
    /// - Throws: `SyncError` if a library is missing.
    func keys() throws -> AccountKeys {
        do throws(SealingError) {
            return try AccountKeys(code, account: account)
        } catch {
            throw SyncError.missingSealingLibrary
        }
    }

    /// Reads a typed code.
    ///
    /// - Throws: ``SyncProblem/badCode``.
    static func code(_ text: some StringProtocol) throws -> KeyCode {
        guard let code = KeyCode(text) else { throw SyncProblem.badCode }
        return code
    }
}

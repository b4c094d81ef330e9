import Foundation
import Localization
import Shell
import Sync
import SyncProtocol

/// The code of an account's key, as it is stored on a device.
///
/// The codes of a store are in a file beside that of the credentials, and only its owner can read it. A line for each account has the
/// server, the account's UUID and the code; the line of the present account is the first one. A login to another account keeps
/// the earlier codes, because nobody else may have them.
struct StoredKey: Equatable {
    /// The server with the account.
    let server: String
    let account: UUID
    let code: KeyCode

    /// Returns the file of the codes beside that of the credentials.
    static func path(beside path: String) -> String { path + ".key" }

    /// Reads the codes of a store.
    ///
    /// - Parameter path: The file of the credentials.
    /// - Throws: ``SyncProblem/badKeyFile(path:)``, and `FileError` if the file can't be read.
    static func all(beside path: String) throws -> [StoredKey] {
        let path = Self.path(beside: path)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let bytes = try InputFile(path: path, relativeTo: "/").read(upTo: 1 << 20)
        return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            guard parts.count == 3, let account = UUID(uuidString: String(parts[1])),
                let code = KeyCode(parts[2])
            else { throw SyncProblem.badKeyFile(path: path) }
            return StoredKey(server: String(parts[0]), account: account, code: code)
        }
    }

    /// Returns the code for a server; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - path: The file of the credentials.
    ///   - server: The server's address.
    static func stored(beside path: String, for server: String) throws -> StoredKey? {
        try all(beside: path).first { $0.server == server }
    }

    /// Writes codes to a file that only its owner can read.
    static func write(_ keys: [StoredKey], beside path: String) throws {
        try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
        let lines = keys.map { "\($0.server) \($0.account.uuidString) \($0.code.text)\n" }
        try PrivateFile.replace(Self.path(beside: path), with: Array(lines.joined().utf8))
    }

    /// Writes the code before the others, which are kept.
    func write(beside path: String) throws {
        let others = try Self.all(beside: path).filter { $0.account != account || $0.server != server }
        try Self.write([self] + others, beside: path)
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

import Foundation

/// What a store was restored from, noted in it: as long as that is there, and nothing was saved in the store since,
/// nobody loses anything with a copy of the store.
struct StoreOrigin {
    /// The file that was restored.
    let path: String
    /// What was in it: ``StoreContent/fingerprint(of:)``.
    let content: String
    /// Whether nothing had to be changed in it, so that both held the same.
    let isExact: Bool

    /// The key of the note in `_modeldata`: what was in the store when it was restored, what was in the file, and where
    /// that is.
    private static let key = "origin"

    /// Notes in what will take a store's place what is in it, and where that is from.
    ///
    /// - Parameters:
    ///   - path: the file that is restored.
    ///   - content: what is in it.
    ///   - store: the copy of it that is brought to the schema.
    static func note(_ path: String, _ content: String, in store: CareConnection) throws {
        let restored = try StoreContent.fingerprint(of: store)
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)",
            .text("\(restored) \(content) \(path)"))
    }

    /// What a copy of a store was restored from; nil where something was saved in it since, by whomever, or where the
    /// file isn't there any more as it was. Reads all of both.
    init?(ofUnchanged copy: String) {
        do {
            let store = try CareConnection(copy, .existing, timeout: 0)
            let query = "SELECT value FROM _modeldata WHERE key = '\(Self.key)'"
            guard let note = try store.texts(query).first else { return nil }
            let parts = note.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 3, access(parts[2], R_OK) == 0,
                try StoreContent.fingerprint(of: store) == parts[0]
            else { return nil }
            (path, content, isExact) = (parts[2], parts[1], parts[1] == parts[0])
            guard try isThere else { return nil }
        } catch {
            return nil
        }
    }

    /// Whether the file is there as it was, with the files of its large values.
    private var isThere: Bool {
        get throws {
            // One who may only read leaves the files behind that SQLite makes beside a store.
            let mode: CareConnection.Mode = access(path, W_OK) == 0 ? .existing : .reading
            let source = try CareConnection(path, mode, timeout: 0)
            guard try StoreContent.fingerprint(of: source) == content else { return false }
            let folder = ExternalFile.folder(of: StoreFile.followingLinks(path))
            return try ExternalFile.referenced { try source.rows($0) }.allSatisfy { name in
                access("\(folder)/\(name)", R_OK) == 0
            }
        }
    }
}

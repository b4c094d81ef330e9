/// The file from which a store was restored, as recorded in the store.
struct StoreOrigin {
    /// The path of the restored file.
    let path: String
    /// The fingerprint of that file's content: ``StoreGeneration/fingerprint(of:)``.
    let content: String
    /// The fingerprint of the store's content after the restore.
    let restored: String

    /// Whether the store got exactly the content of the file, so that both fingerprints are equal.
    var isExact: Bool { restored == content }

    /// The key in the table `_modeldata`. The value contains the fingerprint of the store's content after the
    /// restore, the fingerprint of the file's content, and the file's path.
    private static let key = "origin"

    /// Records the restored file in a copy that will replace a store's content.
    ///
    /// - Parameters:
    ///   - path: The restored file.
    ///   - content: The fingerprint of the file's content.
    ///   - store: The migrated copy of the file.
    static func note(_ path: String, _ content: String, in store: SQLFile) throws {
        let restored = try StoreGeneration.fingerprint(of: store)
        // Stored texts are Unicode-normalized, but a path must keep its bytes, so escape it.
        let path = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)",
            .text("\(restored) \(content) \(path)"))
    }

    /// Reads the origin that is recorded in a store, or returns nil if there is none.
    init?(notedIn store: String) {
        guard let store = try? SQLFile(store, .existing, timeout: 0),
            let note = try? store.texts("SELECT value FROM _modeldata WHERE key = '\(Self.key)'").first
        else { return nil }
        let parts = note.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3 else { return nil }
        (restored, content, path) = (parts[0], parts[1], parts[2].removingPercentEncoding ?? parts[2])
    }
}

/// What a store was restored from, noted in it.
struct StoreOrigin {
    /// The file that was restored.
    let path: String
    /// What was in it: ``StoreContent/fingerprint(of:)``.
    let content: String
    /// What was in the store when it was restored.
    let restored: String

    /// Whether nothing had to be changed in what was restored, so that both held the same.
    var isExact: Bool { restored == content }

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
        // Texts are brought to Unicode's normal form, and the path is bytes.
        let path = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)",
            .text("\(restored) \(content) \(path)"))
    }

    /// What a store says of where it was restored from; nil where it doesn't.
    init?(notedIn store: String) {
        guard let store = try? CareConnection(store, .existing, timeout: 0),
            let note = try? store.texts("SELECT value FROM _modeldata WHERE key = '\(Self.key)'").first
        else { return nil }
        let parts = note.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3 else { return nil }
        (restored, content, path) = (parts[0], parts[1], parts[2].removingPercentEncoding ?? parts[2])
    }
}

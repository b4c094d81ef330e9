import Foundation

/// A mark in a store that is another one whenever its content as a whole became another: when a copy took its place, or
/// it was repaired. A store that neither happened to has none.
///
/// Numbers of records, and of the history's steps, mean something else in another content; the mark tells those who have
/// some in mind.
enum StoreContent {
    /// The key of the mark in `_modeldata`.
    private static let key = "content"
    static let query = "SELECT value FROM _modeldata WHERE key = '\(key)'"

    /// Gives what will take a store's place a mark that none had before.
    static func renew(_ store: CareConnection) throws {
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)", .text(UUID().uuidString))
    }
}

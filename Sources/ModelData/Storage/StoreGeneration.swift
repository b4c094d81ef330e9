import Foundation

/// The identifier of a store's content. It changes when a restore or a repair replaces the whole content. A
/// store that was never restored or repaired has no identifier.
///
/// Record numbers and history steps are valid for one generation only. Other processes compare the identifier
/// to detect that the numbers they know are no longer valid.
package enum StoreGeneration {
    /// The key of the identifier in the table `_modeldata`.
    private static let key = "content"
    package static let query = "SELECT value FROM _modeldata WHERE key = '\(key)'"

    /// Gives a store with new content a new identifier.
    package static func renew(_ store: SQLFile) throws {
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)", .text(UUID().uuidString))
    }
}

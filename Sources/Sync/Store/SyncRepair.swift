import ModelData

/// What the repair of a store that may be synchronized found and did.
///
/// ```swift
/// let repair = try SyncTracking.repair(with: care, models: [Book.self])
/// if repair.isServerLost { print("Log in again.") }
/// ```
public struct SyncRepair: Sendable, Hashable {
    /// What was wrong, saved and lost.
    public let store: StoreRepair
    /// Whether it can't be read any more with which server the store was synchronized, if it was: it isn't from then on.
    public let isServerLost: Bool
    /// Whether notes of what wasn't sent yet may be lost: what was changed or deleted here is as the server has it then,
    /// when the store is next synchronized.
    public let mayLackEdits: Bool

    init(_ store: StoreRepair, isServerLost: Bool = false, mayLackEdits: Bool = false) {
        self.store = store
        self.isServerLost = isServerLost
        self.mayLackEdits = mayLackEdits
    }
}

import ModelData
import StoreMaintenance

/// The result of repairing a store that may be synchronized.
public struct SyncRepair: Sendable, Hashable {
    /// The result of the repair itself.
    public let store: StoreRepair
    /// Whether the server's address was lost, so that the store is no longer synchronized.
    public let isServerLost: Bool
    /// Whether sync metadata of unsent edits may be lost. After the next synchronization, the affected
    /// records are as on the server.
    public let mayLackEdits: Bool

    init(_ store: StoreRepair, isServerLost: Bool = false, mayLackEdits: Bool = false) {
        self.store = store
        self.isServerLost = isServerLost
        self.mayLackEdits = mayLackEdits
    }
}

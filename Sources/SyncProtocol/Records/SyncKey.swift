import Foundation

/// The identity of a record: its model and its UUID.
public struct SyncKey: Hashable, Sendable {
    /// The model's name.
    public let entity: String
    /// The record's UUID, the same on every replica.
    public let id: UUID

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - entity: The model's name.
    ///   - id: The record's UUID.
    public init(entity: String, id: UUID) {
        self.entity = entity
        self.id = id
    }
}

extension SyncKey: Comparable {
    /// Orders keys by the model's name, then by the UUID's text.
    public static func < (first: SyncKey, second: SyncKey) -> Bool {
        first.entity == second.entity
            ? first.id.uuidString < second.id.uuidString
            : first.entity.utf8.lexicographicallyPrecedes(second.entity.utf8)
    }
}

import SyncProtocol

/// The facts about a record in this store that decide what becomes of a received version.
///
/// A fact that the version doesn't depend on keeps its default. Reading it would need statements.
struct LocalFacts: Hashable {
    /// The state of the record into which a deleted duplicate was merged.
    enum AliasState: Hashable, CaseIterable {
        /// The version names no other record, or that one was deleted here.
        case none
        /// The other record is stored here.
        case stored
        /// The other record may still arrive.
        case awaited
        /// The other record is the deleted one itself, by way of further aliases.
        case same
    }

    /// The causal length, or 0 if the record is unknown here.
    var causalLength = 0
    /// Whether the record has a row.
    var isStored = false
    /// Whether the record has edits that weren't sent yet.
    var isUnsent = false
    /// For a deletion by an undo: whether the record was created here, too, or records of other writers use it.
    var isUsedByOthers = false
    /// For a deletion with an owner: whether the record has another owner here.
    var hasNewOwner = false
    /// For a deletion of a duplicate: the state of the other record.
    var alias = AliasState.none
}

/// The way by which a version arrived.
enum SyncOrigin: Hashable, CaseIterable {
    /// Another device changed the record.
    case page
    /// The version contains the edits of this device: the server merged them, or this device re-creates the record.
    case merged
}

/// A change to the store or to the sync metadata. The actions of a decision are executed in their order.
enum SyncAction: Hashable {
    /// Keeps the version until other records arrive, or until the record's edits are sent.
    case hold
    /// Deletes what is held of the record.
    case release
    /// Inserts the record.
    case insert
    /// Updates the fields whose clocks are later, except unsent ones.
    case update
    /// Inserts or updates the record with the next causal length, and sends it.
    case recreate
    /// Deletes the record's row.
    case delete
    /// Moves values and relationships to the alias, and deletes the row.
    case mergeIntoAlias
    /// Writes the sync metadata of the deleted record.
    case bury
    /// Forgets the content that is kept for the case that the owner is re-created.
    case forgetContent
    /// Keeps that content, but leaves it to other devices to re-create the record.
    case leaveToOthers
}

/// Decides what becomes of a received version. `docs/sync-protocol.md` explains the rules.
///
/// - Parameters:
///   - local: The facts about the record in this store.
///   - incoming: The received version.
///   - origin: The way by which it arrived.
/// - Returns: The actions, in order. Empty if the version is older.
func decide(_ local: LocalFacts, _ incoming: SyncRecord, from origin: SyncOrigin) -> [SyncAction] {
    let tombstone = incoming.tombstone
    // The answer to the unsent edits will contain this version.
    if local.isUnsent, origin == .page {
        return tombstone?.isOnItsOwn == true ? [.leaveToOthers, .hold] : [.hold]
    }
    if incoming.causalLength < local.causalLength { return [] }
    guard let tombstone else { return [.release, local.isStored ? .update : .insert] }
    switch tombstone.cause {
    case .undo where incoming.isUndoneDespiteOtherEdits || local.isUsedByOthers: return [.recreate]
    case .cascade where local.isStored && local.hasNewOwner: return [.recreate]
    case .user, .undo, .cascade, .unstated: return decideDeletion(local, tombstone)
    }
}

/// Decides about a deletion that applies. ``SyncAction/bury`` comes after the row is deleted.
func decideDeletion(_ local: LocalFacts, _ tombstone: Tombstone) -> [SyncAction] {
    let end: [SyncAction] = tombstone.isOnItsOwn ? [.bury, .forgetContent, .release] : [.bury, .release]
    if !local.isStored { return end }
    switch local.alias {
    case .none: return [.delete] + end
    case .stored: return [.mergeIntoAlias] + end
    // The other record takes over everything once it is stored.
    case .awaited, .same: return [.hold]
    }
}

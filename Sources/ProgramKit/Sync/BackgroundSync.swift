import Localization
import Sync

/// The state of a session's background synchronization.
struct BackgroundSync {
    var synchronizer: Synchronizer?
    var listening: Task<Void, Never>?
    var hasAttemptedStart = false
    /// Whether the synchronizer is being created, which may write to the store.
    var isStarting = false
    /// The stored credentials at the latest attempt to start.
    var credentials: SyncCredentials?
    /// The pause between synchronizations, in seconds.
    var interval: Int?
    /// Whether `sync` or an earlier synchronizer wrote to the store since the user was last notified.
    var hasWritten = false
    /// The number of records received from other devices since the user was last notified.
    var received = 0
    /// Whether the received records weren't checked yet together with the others.
    var needsCorrection = false
    /// The numbers of the conflicts that were found since the user was last notified.
    var conflicts: [Int] = []
    /// Whether the server has refused entries since the user was last notified.
    var hasRefusals = false
    /// The latest failure. It is reported once; after that, only a different failure is reported.
    var problem: LocalizedText?
    /// The action with which the user can resolve the failure, if the failure isn't temporary.
    var remedy: LocalizedText?
    var hasReportedProblem = false
    /// The code of a failure that won't resolve itself; `nil` for a temporary one.
    var permanentFailure: String?

    /// Returns whether synchronization wrote to the store since the last call.
    mutating func takeHasWritten() -> Bool {
        defer { hasWritten = false }
        return synchronizer?.takeHasWritten() == true || hasWritten || isStarting
    }
}

import ModelData
import Synchronization

/// Copies the log of a session's store into the store's file, until the session closes the store.
///
/// The last connection that is closed deletes the log. So the session must not close the store, and end the
/// program, while the copier's connection is open.
final class LogCopier: Sendable {
    private let hasStopped = Mutex(false)

    /// Copies the log. Blocks its thread.
    ///
    /// - Parameter path: The path of the store's file.
    func copy(_ path: String) {
        hasStopped.withLock { hasStopped in
            if !hasStopped { StoreLog.copyIntoFile(path) }
        }
    }

    /// Waits for a copy that is being made, and makes no more. A copy takes some milliseconds.
    func stop() { hasStopped.withLock { $0 = true } }
}

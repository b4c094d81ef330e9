import Dispatch
import Foundation
import Synchronization

/// The autosaves of the process that wait for a pause or for the end of a job. A normal end of the process
/// performs them.
enum WaitingAutosaves {
    private static let saves = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])
    private static let exitHandler: Void = {
        MainQueue.mark()
        atexit { WaitingAutosaves.performAll() }
    }()

    /// Adds a context's autosave.
    ///
    /// - Parameters:
    ///   - context: The context's identity.
    ///   - save: Saves the context if the exiting thread may do so. It must retain the context.
    static func add(_ context: ObjectIdentifier, save: @escaping @Sendable () -> Void) {
        exitHandler
        saves.withLock { $0[context] = save }
    }

    static func remove(_ context: ObjectIdentifier) {
        // Release the context after the lock, because its release may take time.
        let save = saves.withLock { $0.removeValue(forKey: context) }
        withExtendedLifetime(save) {}
    }

    private static func performAll() {
        let waiting = saves.withLock { saves in
            defer { saves = [:] }
            return Array(saves.values)
        }
        for save in waiting { save() }
    }
}

/// The queue of the main actor. On Linux, other threads than the main thread may run it.
enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    /// Prepares ``isCurrent``.
    static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }

    /// Whether the caller runs on the main actor.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}

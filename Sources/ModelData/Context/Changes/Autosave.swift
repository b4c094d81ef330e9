import Dispatch
import Foundation
import Synchronization

extension ModelContainer {
    /// How long the main context waits for further changes before it saves.
    private static let autosavePause = Duration.milliseconds(500)

    /// Saves the main context after a pause without changes.
    @MainActor fileprivate func autosave() async {
        let context = mainContext
        while true {
            let activity = context.changes.activity
            try? await Task.sleep(for: Self.autosavePause)
            if context.changes.activity == activity { break }
        }
        Autosave(context: context).performScheduled()
    }
}

/// Decides when a context saves automatically, and saves it.
///
/// A context without an executor has no job whose end could be awaited, and a timer could save it while its
/// owner uses it. So every call that changes something saves at its end. Calls can be nested: one call may
/// insert several objects, and a property's observer may change other properties. Only the outermost call
/// saves, because the change of a property is noted before the new value is set.
struct Autosave {
    let context: ModelContext

    private var changes: ChangeTracker { context.changes }

    /// Records a change, and schedules an autosave if it is enabled.
    func noteActivity() {
        changes.announce()
        guard context.autosaveEnabled, changes.autosave.state == .idle, context.openTransaction == nil else {
            return
        }
        schedule()
    }

    /// Schedules an autosave of earlier changes after autosave was enabled.
    func noteEnabled() {
        guard context.autosaveEnabled, changes.needsSave else { return }
        beginCall()
        noteActivity()
        endCall()
    }

    /// Begins a call that may change something. ``endCall()`` must follow.
    func beginCall() { changes.autosave.beginCall() }

    /// Ends a call. The end of the outermost call saves its changes.
    func endCall() {
        changes.autosave.endCall()
        if changes.autosave.state == .inCall { saveInCall() }
    }

    /// Notes that a property of an object is about to change. ``endChange(of:)`` must follow.
    func beginChange(of state: ModelState) { changes.beginChange(of: state) }

    /// Notes that a property of an object has changed.
    func endChange(of state: ModelState) {
        changes.endChange(of: state)
        if changes.autosave.state == .inCall { saveInCall() }
    }

    /// Schedules an autosave where the context may be used: no other code may use it at that time.
    @inline(never)
    private func schedule() {
        if context.isMain {
            changes.autosave.state = .scheduled
            let container = context.container
            // Only the main actor runs the block, see `MainQueue`.
            nonisolated(unsafe) let autosave = self
            WaitingAutosaves.add(ObjectIdentifier(context)) {
                if MainQueue.isCurrent { withExtendedLifetime(container) { autosave.saveAtExit() } }
            }
            Task { @MainActor in await container.autosave() }
        } else if let executor = context.executor, executor.isCurrent {
            changes.autosave.state = .scheduled
            WaitingAutosaves.add(ObjectIdentifier(context)) { executor.saveAtExit() }
        } else {
            changes.autosave.state = .inCall
        }
    }

    /// Saves at the end of the outermost call.
    private func saveInCall() {
        guard changes.hasEndedCalls(in: context) else { return }
        // An observer of the save may change something again, but not forever.
        for _ in 0..<10 where changes.autosave.state == .inCall {
            changes.autosave.state = .idle
            saveIfNeeded()
        }
        changes.autosave.state = .idle
    }

    /// Performs the autosave that has waited for a pause or for the end of a job.
    func performScheduled() {
        guard changes.autosave.state == .scheduled else { return }
        changes.autosave.state = .idle
        saveIfNeeded()
        // An observer of the save may have changed something.
        if changes.autosave.state == .idle { WaitingAutosaves.remove(ObjectIdentifier(context)) }
    }

    /// Performs a waiting autosave at the end of the process, unless the process ends inside a call.
    func saveAtExit() {
        if changes.isQuiet { performScheduled() }
    }

    /// Saves the changes. Changes that can't be saved stay pending, and the next explicit save throws the
    /// reason.
    ///
    /// If a read has failed, one autosave is skipped, because the program may have based changes on the
    /// failed read. Only one is skipped, because a program that relies on autosave may never call
    /// ``ModelContext/checkReads()``.
    private func saveIfNeeded() {
        guard context.autosaveEnabled, !context.isInTransaction, changes.needsSave else { return }
        let error = context.deferredError
        if error != nil, !changes.autosave.hasSkipped {
            changes.autosave.hasSkipped = true
            return
        }
        context.deferredError = nil
        try? context.save()
        if let error {
            context.deferredError = error
            changes.autosave.hasSkipped = true
        }
    }
}

/// What an autosave waits for.
struct AutosaveGate {
    enum State {
        /// There is nothing to save.
        case idle
        /// The main context's pause, or the end of the executor's job.
        case scheduled
        /// The end of the call that makes the change.
        case inCall
    }

    var state = State.idle
    /// Whether an autosave was skipped because of a failed read.
    var hasSkipped = false
    /// The number of open calls, each nested in the previous one.
    private(set) var openCalls = 0

    mutating func beginCall() { openCalls += 1 }

    mutating func endCall() { openCalls -= 1 }
}

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

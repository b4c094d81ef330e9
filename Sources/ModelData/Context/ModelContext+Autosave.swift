import Dispatch
import Foundation

/// What an autosave waits for.
enum AutosaveState {
    /// There is nothing to save.
    case idle
    /// The main context's pause, or the end of the executor's job.
    case scheduled
    /// The end of the call that makes the change.
    case inCall
}

extension ModelContext {
    /// Records a change, and schedules an autosave if it is enabled.
    func noteActivity() {
        activity &+= 1
        observers?.announce()
        guard autosaveEnabled, autosaveState == .idle, openTransaction == nil else { return }
        scheduleAutosave()
    }

    /// Schedules an autosave where the context may be used: no other code may use it at that time.
    @inline(never)
    private func scheduleAutosave() {
        if isMain {
            autosaveState = .scheduled
            let container = container
            // Only the main actor runs the block, see `saveAtExit`.
            nonisolated(unsafe) let context = self
            WaitingAutosaves.add(ObjectIdentifier(self)) {
                if MainQueue.isCurrent { withExtendedLifetime(container) { context.saveAtExit() } }
            }
            Task { @MainActor in await container.autosave() }
        } else if let executor, executor.isCurrent {
            autosaveState = .scheduled
            WaitingAutosaves.add(ObjectIdentifier(self)) { executor.saveAtExit() }
        } else {
            autosaveState = .inCall
        }
    }

    /// Schedules an autosave of earlier changes after autosave was enabled.
    func noteAutosaveEnabled() {
        guard autosaveEnabled, hasChanges || !pendingCascades.isEmpty else { return }
        beginCall()
        noteActivity()
        endCall()
    }
}

extension ModelContainer {
    /// How long the main context waits for further changes before it saves.
    private static let autosavePause = Duration.milliseconds(500)

    /// Saves the main context after a pause without changes.
    @MainActor fileprivate func autosave() async {
        let context = mainContext
        while true {
            let activity = context.activity
            try? await Task.sleep(for: Self.autosavePause)
            if context.activity == activity { break }
        }
        context.performScheduledAutosave()
    }
}

// A context without an executor has no job whose end could be awaited, and a timer could save it while its
// owner uses it. So every call that changes something saves at its end. Calls can be nested: one call may
// insert several objects, and a property's observer may change other properties. Only the outermost call
// saves, because the change of a property is noted before the new value is set.

extension ModelContext {
    /// Begins a call that may change something. ``endCall()`` must follow.
    func beginCall() { openCalls += 1 }

    /// Ends a call. The end of the outermost call saves its changes.
    func endCall() {
        openCalls -= 1
        if autosaveState == .inCall { saveInCall() }
    }

    /// Notes that a property of an object is about to change. ``endChange(of:)`` must follow.
    func beginChange(of state: ModelState) { openChanges.append(state) }

    /// Notes that a property of an object has changed.
    func endChange(of state: ModelState) {
        if let index = openChanges.lastIndex(where: { $0 === state }) { openChanges.remove(at: index) }
        if autosaveState == .inCall { saveInCall() }
    }

    private func saveInCall() {
        guard openCalls == 0 else { return }
        // An object may have left the context during the change.
        openChanges.removeAll { $0.context !== self }
        guard openChanges.isEmpty else { return }
        // An observer of the save may change something again, but not forever.
        for _ in 0..<10 where autosaveState == .inCall {
            autosaveState = .idle
            autosaveIfNeeded()
        }
        autosaveState = .idle
    }

    /// Performs the autosave that has waited for a pause or for the end of a job.
    func performScheduledAutosave() {
        guard autosaveState == .scheduled else { return }
        autosaveState = .idle
        autosaveIfNeeded()
        // An observer of the save may have changed something.
        if autosaveState == .idle { WaitingAutosaves.remove(ObjectIdentifier(self)) }
    }

    /// Performs a waiting autosave at the end of the process, unless the process ends inside a call.
    func saveAtExit() {
        if openCalls == 0, openChanges.isEmpty { performScheduledAutosave() }
    }

    /// Saves the context. Changes that can't be saved stay pending, and the next explicit save throws the
    /// reason.
    ///
    /// If a read has failed, one autosave is skipped, because the program may have based changes on the
    /// failed read. Only one is skipped, because a program that relies on autosave may never call
    /// ``ModelContext/checkReads()``.
    private func autosaveIfNeeded() {
        guard autosaveEnabled, !isInTransaction, hasChanges || !pendingCascades.isEmpty else { return }
        let error = deferredError
        if error != nil, !hasSkippedAutosave {
            hasSkippedAutosave = true
            return
        }
        deferredError = nil
        try? save()
        if let error {
            deferredError = error
            hasSkippedAutosave = true
        }
    }
}

import Foundation

extension ModelContext {
    /// Records a change, and schedules an autosave if it is enabled.
    func noteActivity() {
        activity &+= 1
        observers?.announce()
        guard autosaveEnabled, isMain, !isAutosaveScheduled, openTransaction == nil else { return }
        isAutosaveScheduled = true
        let container = container
        Task { @MainActor in await container.autosave() }
    }
}

extension ModelContainer {
    /// How long the main context waits for further changes before it saves.
    private static let autosavePause = Duration.milliseconds(500)

    /// Saves the main context after a pause without changes.
    @MainActor fileprivate func autosave() async {
        let context = mainContext
        defer { context.isAutosaveScheduled = false }
        while true {
            let activity = context.activity
            try? await Task.sleep(for: Self.autosavePause)
            if context.activity == activity { break }
        }
        guard context.autosaveEnabled, !context.isInTransaction, context.hasChanges else { return }
        context.autosave()
    }
}

extension ModelContext {
    /// Saves the context. Changes that can't be saved stay pending, and the next explicit save throws the
    /// reason.
    ///
    /// If a read has failed, one autosave is skipped, because the program may have based changes on the
    /// failed read. Only one is skipped, because a program that relies on autosave may never call
    /// ``ModelContext/checkReads()``.
    fileprivate func autosave() {
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

import Foundation

extension ModelContext {
    /// Notes that something changed, and has it saved after a pause where that is wanted.
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

    /// Saves the main context once nothing has changed for a while.
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
    /// Saves what can be saved. The rest stays pending; the next explicit save says why.
    ///
    /// One save is left out for an error that nobody has asked for yet, since what was changed may have been decided on
    /// what couldn't be read. It isn't more: who leaves all saving to this may never ask.
    fileprivate func autosave() {
        let error = deferredError
        if error != nil, !hasHeldBack {
            hasHeldBack = true
            return
        }
        deferredError = nil
        try? save()
        if let error {
            deferredError = error
            hasHeldBack = true
        }
    }
}

import Synchronization

extension ModelContext {
    /// Lets the context's owner refresh its objects after each save of another context of the container.
    ///
    /// Only the main context and the contexts of executors have an owner that can be asked to do it. All other contexts
    /// merge external changes when they fetch or save.
    func beginRefreshing() {
        guard core.stores.contains(where: \.configuration.refreshesContexts) else { return }
        let refresh = ContextRefresh(self)
        self.refresh = refresh
        core.hub.add(refresh)
    }

    /// Merges the changes of other contexts. An open transaction has to end first; its end merges them.
    fileprivate func mergeSavedChanges() {
        if isSaving || openTransaction != nil { return }
        for session in registry.sessions.open where session.store.configuration.refreshesContexts {
            deferringErrors { _ = try ExternalChangeMerger(self).mergeLatest(session) }
        }
    }
}

/// Refreshes a context where its owner runs: on the main actor or on its executor.
final class ContextRefresh: @unchecked Sendable {
    /// Only the context's owner reads it.
    private weak var context: ModelContext?
    private weak var executor: DefaultSerialModelExecutor?
    /// Whether the main actor is the owner. An executor can be gone before its context.
    private let isMain: Bool
    private let identity: ObjectIdentifier
    /// Whether the owner has been asked, and hasn't begun yet.
    private let isScheduled = Atomic(false)

    fileprivate init(_ context: ModelContext) {
        self.context = context
        executor = context.executor
        isMain = context.executor == nil
        identity = ObjectIdentifier(context)
    }

    /// Asks the owner to refresh the context, unless the context itself has saved.
    func schedule(after saved: ModelContext) {
        if ObjectIdentifier(saved) == identity { return }
        if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        if isMain {
            Task { @MainActor in run() }
        } else {
            executor?.run { self.run() }
        }
    }

    private func run() {
        isScheduled.store(false, ordering: .releasing)
        context?.mergeSavedChanges()
    }
}

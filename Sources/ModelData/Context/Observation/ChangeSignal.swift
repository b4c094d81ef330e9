import Foundation
import Synchronization

/// A counter of changes that tasks can wait for.
///
/// A task reads the count and later passes it to ``wait(after:)``. If a change happens in between, the wait
/// ends at once. Each change resumes all waiting tasks.
final class ChangeSignal: Sendable {
    private struct State {
        var count: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var ticket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of changes so far.
    var count: UInt64 { state.withLock { $0.count } }

    /// Counts a change and resumes all waiting tasks.
    func raise() {
        let waiters = state.withLock { state in
            state.count &+= 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until the count differs from `seen`, or until the task is cancelled.
    func wait(after seen: UInt64) async {
        let ticket = state.withLock { state in
            state.ticket &+= 1
            return state.ticket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    // The cancellation handler may have run before the continuation was stored.
                    if state.count != seen || Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.resume()
        }
    }
}

/// Forwards changes to all registered signals and contexts, which it references weakly.
final class ChangeHub: Sendable {
    private struct WeakList<Object: AnyObject> {
        private struct Reference {
            weak var object: Object?
        }

        private var references: [Reference] = []

        var objects: [Object] { references.isEmpty ? [] : references.compactMap(\.object) }

        mutating func add(_ object: Object) {
            references.removeAll { $0.object == nil }
            references.append(Reference(object: object))
        }
    }

    private let listeners = Mutex(WeakList<ChangeSignal>())
    private let refreshed = Mutex(WeakList<ContextRefresh>())

    /// Whether any registered signal still exists.
    var hasListeners: Bool { listeners.withLock { !$0.objects.isEmpty } }

    func add(_ signal: ChangeSignal) { listeners.withLock { $0.add(signal) } }

    func add(_ refresh: ContextRefresh) { refreshed.withLock { $0.add(refresh) } }

    /// Raises all registered signals, and refreshes the registered contexts except the one that has saved.
    func announceCommit(by context: ModelContext) {
        announce()
        for refresh in refreshed.withLock({ $0.objects }) { refresh.schedule(after: context) }
    }

    /// Raises all registered signals.
    func announce() {
        for signal in listeners.withLock({ $0.objects }) { signal.raise() }
    }
}

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

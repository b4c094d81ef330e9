/// Undoes and redoes changes step by step.
///
/// ```swift
/// let manager = UndoManager()
/// context.undoManager = manager
/// book.title = "Eden"
/// manager.undo()
/// ```
///
/// A step contains all changes of one event. An event ends when a context calls `save()` or
/// `processPendingChanges()`, or at ``undo()``. ``beginUndoGrouping()`` opens a step explicitly. A manager
/// belongs to one actor. Mirrors Foundation's `UndoManager`, which doesn't exist on Linux.
public final class UndoManager {
    /// The actions of one step.
    private struct Group {
        var actions: [() -> Void] = []
        var name = ""
    }

    /// Whether the actions of one event become a step automatically. Default: `true`.
    public var groupsByEvent = true
    /// The maximum number of steps; zero for no limit. Default: 0.
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    /// Whether an undo is in progress.
    public private(set) var isUndoing = false
    /// Whether a redo is in progress.
    public private(set) var isRedoing = false

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The open groups, the outermost first.
    private var open: [Group] = []
    private var hasEventGroup = false
    private var disabledLevels = 0
    /// The contexts that apply their pending cascades before a step ends.
    private var contexts: [WeakContext] = []

    /// A context whose changes are registered here.
    private struct WeakContext {
        weak var context: ModelContext?
    }

    /// Creates a manager without steps.
    public init() {}

    /// Whether new actions are registered.
    public var isUndoRegistrationEnabled: Bool { disabledLevels == 0 }
    /// Whether there is a step to undo.
    public var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is a step to redo.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// The number of steps that can be undone.
    public var undoCount: Int { undoStack.count }
    /// The number of steps that can be redone.
    public var redoCount: Int { redoStack.count }
    /// The name of the step that ``undo()`` would undo; empty if it has none.
    public var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }
    /// The name of the step that ``redo()`` would redo; empty if it has none.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Opens a group. All actions that are registered until its end become one step.
    public func beginUndoGrouping() {
        // Earlier deletions belong to the previous step, so apply them first.
        if open.isEmpty { finishDeletions() }
        if open.isEmpty, groupsByEvent, !isUndoing, !isRedoing { beginEvent() }
        open.append(Group())
    }

    /// Closes the group that was opened last; does nothing without an open group.
    ///
    /// When the outermost group ends, pending cascades are applied first, as part of the step.
    public func endUndoGrouping() {
        if open.count == 1 { finishDeletions() }
        guard let group = open.popLast() else { return }
        if open.isEmpty { hasEventGroup = false }
        guard !group.actions.isEmpty else { return }
        if var outer = open.popLast() {
            outer.actions += group.actions
            if outer.name.isEmpty { outer.name = group.name }
            open.append(outer)
            // Only the automatic group of the event is still open. End it, so that the explicit group becomes
            // a separate step.
            if open.count == 1, hasEventGroup { endEvent() }
        } else if isUndoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            trim()
        }
    }

    /// Ends the current automatic step.
    ///
    /// Not in Foundation: there, the run loop ends the step.
    func endEvent() {
        if hasEventGroup, open.count == 1 { endUndoGrouping() }
    }

    /// Adds a context that applies its pending cascades before a step ends.
    func attach(_ context: ModelContext) {
        contexts.removeAll { $0.context == nil || $0.context === context }
        contexts.append(WeakContext(context: context))
    }

    private func finishDeletions() {
        for reference in contexts {
            if let context = reference.context { DeleteRules(context: context).finish() }
        }
    }

    private func beginEvent() {
        open.append(Group())
        hasEventGroup = true
    }

    /// Registers an action that undoes a change.
    ///
    /// ```swift
    /// manager.registerUndo(withTarget: book) { $0.title = "Solaris" }
    /// ```
    ///
    /// - Parameters:
    ///   - target: The object that the handler changes. It isn't retained, because it often retains the
    ///     manager. When it is deallocated, its handlers are no longer called.
    ///   - handler: Undoes the change. Actions that it registers are for redo.
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            guard groupsByEvent else { return }
            beginEvent()
        }
        if !isUndoing, !isRedoing { redoStack.removeAll() }
        open[open.count - 1].actions.append { [weak target] in
            if let target { handler(target) }
        }
    }

    /// Names the current step, or the latest one if none is open.
    ///
    /// - Parameter actionName: The name, in the user's language.
    public func setActionName(_ actionName: String) {
        if open.isEmpty {
            if !undoStack.isEmpty { undoStack[undoStack.count - 1].name = actionName }
        } else {
            open[0].name = actionName
        }
    }

    /// Undoes the latest step. Open groups are closed first.
    public func undo() { runLast(of: \.undoStack, while: \.isUndoing) }

    /// Redoes the step that was undone last.
    public func redo() { runLast(of: \.redoStack, while: \.isRedoing) }

    /// Runs the last step of a stack, with a flag set. Contexts with autosave save once, at its end.
    private func runLast(
        of stack: ReferenceWritableKeyPath<UndoManager, [Group]>,
        while flag: ReferenceWritableKeyPath<UndoManager, Bool>
    ) {
        while !open.isEmpty { endUndoGrouping() }
        guard let group = self[keyPath: stack].popLast() else { return }
        let contexts = contexts.compactMap(\.context)
        for context in contexts { context.autosave.beginCall() }
        self[keyPath: flag] = true
        open.append(Group(name: group.name))
        for action in group.actions.reversed() { action() }
        while !open.isEmpty { endUndoGrouping() }
        self[keyPath: flag] = false
        for context in contexts { context.autosave.endCall() }
    }

    /// Stops registering actions until ``enableUndoRegistration()`` is called as often as this method.
    public func disableUndoRegistration() { disabledLevels += 1 }

    /// Cancels one call of ``disableUndoRegistration()``.
    public func enableUndoRegistration() { disabledLevels = Swift.max(0, disabledLevels - 1) }

    /// Removes all steps.
    public func removeAllActions() {
        undoStack = []
        redoStack = []
        open = []
        hasEventGroup = false
    }

    private func trim() {
        if levelsOfUndo > 0, undoStack.count > levelsOfUndo {
            undoStack.removeFirst(undoStack.count - levelsOfUndo)
        }
    }
}

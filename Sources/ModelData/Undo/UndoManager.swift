/// Takes back what was done, step by step, and does it again.
///
///     let manager = UndoManager()
///     context.undoManager = manager
///     book.title = "Eden"
///     manager.undo()
///
/// What is registered between two ends of events is one step: `save()` and `processPendingChanges()` of
/// a context end one, and so does ``undo()``; ``beginUndoGrouping()`` makes steps by hand. It belongs to
/// one actor. Mirrors Foundation's `UndoManager`, which Linux lacks.
public final class UndoManager {
    /// One registered action, and whose it is.
    private struct Action {
        let target: ObjectIdentifier
        let run: () -> Void
    }

    /// What is taken back together.
    private struct Group {
        var actions: [Action] = []
        var name = ""
    }

    /// Whether what is done between two ends of events becomes a step by itself.
    ///
    ///     manager.groupsByEvent = false
    public var groupsByEvent = true
    /// How many steps are kept; all when zero.
    ///
    ///     manager.levelsOfUndo = 20
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    /// Whether a step is being taken back.
    public private(set) var isUndoing = false
    /// Whether a step is being done again.
    public private(set) var isRedoing = false

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The groups that are open, the outermost first.
    private var open: [Group] = []
    private var hasEventGroup = false
    private var disabledLevels = 0
    /// Those that have something to bring to an end before a step ends.
    private var contexts: [Follower] = []

    /// A context whose changes are registered here.
    private struct Follower {
        weak var context: ModelContext?
    }

    /// Makes a manager that has nothing to take back.
    ///
    ///     let manager = UndoManager()
    public init() {}

    /// How many groups are open, one within the other.
    public var groupingLevel: Int { open.count }
    /// Whether anything that is registered counts.
    public var isUndoRegistrationEnabled: Bool { disabledLevels == 0 }
    /// Whether there is a step to take back.
    public var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is a step to do again.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// How many steps can be taken back.
    public var undoCount: Int { undoStack.count }
    /// How many steps can be done again.
    public var redoCount: Int { redoStack.count }
    /// The name of the step that would be taken back; empty when it has none.
    public var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }
    /// The name of the step that would be done again; empty when it has none.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Opens a group: all that is registered until its end is one step.
    ///
    ///     manager.beginUndoGrouping()
    public func beginUndoGrouping() {
        // What was deleted before has its effect before.
        if open.isEmpty { finishDeletions() }
        if open.isEmpty, groupsByEvent, !isUndoing, !isRedoing { beginEvent() }
        open.append(Group())
    }

    /// Closes the group that was opened last; without one it does nothing.
    ///
    ///     manager.endUndoGrouping()
    ///
    /// Where the outermost group ends, deletions have had their effect on other objects, which is part of the step.
    public func endUndoGrouping() {
        if open.count == 1 { finishDeletions() }
        guard let group = open.popLast() else { return }
        if open.isEmpty { hasEventGroup = false }
        guard !group.actions.isEmpty else { return }
        if var outer = open.popLast() {
            outer.actions += group.actions
            if outer.name.isEmpty { outer.name = group.name }
            open.append(outer)
            // A group by hand that stands alone in its event is a step of its own.
            if open.count == 1, hasEventGroup { endEvent() }
        } else if isUndoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            trim()
        }
    }

    /// Ends the step that began with the first action after the last end.
    ///
    ///     manager.endEvent()
    ///
    /// Not in Foundation, where the run loop does it.
    public func endEvent() {
        if hasEventGroup, open.count == 1 { endUndoGrouping() }
    }

    /// Has a context bring its deletions to their effect before a step ends.
    func follow(_ context: ModelContext) {
        contexts.removeAll { $0.context == nil || $0.context === context }
        contexts.append(Follower(context: context))
    }

    private func finishDeletions() {
        for follower in contexts { follower.context?.finishDeletions() }
    }

    private func beginEvent() {
        open.append(Group())
        hasEventGroup = true
    }

    /// Has a step include a way back.
    ///
    ///     manager.registerUndo(withTarget: book) { $0.title = "Solaris" }
    ///
    /// - Parameters:
    ///   - target: what the handler works on. It isn't kept, since it often keeps the manager: once it is gone,
    ///     its handlers aren't called.
    ///   - handler: what takes the change back; what it registers is for doing it again.
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            guard groupsByEvent else { return }
            beginEvent()
        }
        if !isUndoing, !isRedoing { redoStack.removeAll() }
        let action = Action(target: ObjectIdentifier(target)) { [weak target] in
            if let target { handler(target) }
        }
        open[open.count - 1].actions.append(action)
    }

    /// Names the step that is under way.
    ///
    ///     manager.setActionName("Add Book")
    ///
    /// - Parameter actionName: the name, in the user's language.
    public func setActionName(_ actionName: String) {
        if open.isEmpty {
            if !undoStack.isEmpty { undoStack[undoStack.count - 1].name = actionName }
        } else {
            open[0].name = actionName
        }
    }

    /// Takes the last step back.
    ///
    ///     if manager.canUndo { manager.undo() }
    public func undo() {
        while !open.isEmpty { endUndoGrouping() }
        guard let group = undoStack.popLast() else { return }
        isUndoing = true
        run(group)
        isUndoing = false
    }

    /// Does again what was taken back last.
    ///
    ///     if manager.canRedo { manager.redo() }
    public func redo() {
        while !open.isEmpty { endUndoGrouping() }
        guard let group = redoStack.popLast() else { return }
        isRedoing = true
        run(group)
        isRedoing = false
    }

    private func run(_ group: Group) {
        open.append(Group(name: group.name))
        for action in group.actions.reversed() { action.run() }
        while !open.isEmpty { endUndoGrouping() }
    }

    /// Ignores what is registered from now on.
    ///
    ///     manager.disableUndoRegistration()
    public func disableUndoRegistration() { disabledLevels += 1 }

    /// Takes one ``disableUndoRegistration()`` back.
    ///
    ///     manager.enableUndoRegistration()
    public func enableUndoRegistration() { disabledLevels = Swift.max(0, disabledLevels - 1) }

    /// Forgets all steps.
    ///
    ///     manager.removeAllActions()
    public func removeAllActions() {
        undoStack = []
        redoStack = []
        open = []
        hasEventGroup = false
    }

    /// Forgets what was registered for a target.
    ///
    ///     manager.removeAllActions(withTarget: book)
    ///
    /// - Parameter target: the target.
    public func removeAllActions(withTarget target: AnyObject) {
        let target = ObjectIdentifier(target)
        func rest(of groups: [Group]) -> [Group] {
            groups.map { group in
                Group(actions: group.actions.filter { $0.target != target }, name: group.name)
            }
        }
        undoStack = rest(of: undoStack).filter { !$0.actions.isEmpty }
        redoStack = rest(of: redoStack).filter { !$0.actions.isEmpty }
        open = rest(of: open)
    }

    private func trim() {
        if levelsOfUndo > 0, undoStack.count > levelsOfUndo {
            undoStack.removeFirst(undoStack.count - levelsOfUndo)
        }
    }
}

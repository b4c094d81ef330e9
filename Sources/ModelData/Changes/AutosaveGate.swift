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
    private var openCalls = 0
    /// The objects with properties that are being changed, once for each property.
    private var openChanges: [ModelState] = []

    /// Whether no call and no change of a property is in progress.
    var isQuiet: Bool { openCalls == 0 && openChanges.isEmpty }

    mutating func beginCall() { openCalls += 1 }

    mutating func endCall() { openCalls -= 1 }

    mutating func beginChange(of state: ModelState) { openChanges.append(state) }

    mutating func endChange(of state: ModelState) {
        if let index = openChanges.lastIndex(where: { $0 === state }) { openChanges.remove(at: index) }
    }

    /// Returns whether the outermost call and change have ended. Forgets objects that left the context during
    /// their change.
    mutating func hasEnded(in context: ModelContext) -> Bool {
        guard openCalls == 0 else { return false }
        let own = ContextReference(context)
        openChanges.removeAll { !$0.contextReference.isSame(as: own) }
        return openChanges.isEmpty
    }
}

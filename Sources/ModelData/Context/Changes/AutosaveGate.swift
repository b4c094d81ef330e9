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

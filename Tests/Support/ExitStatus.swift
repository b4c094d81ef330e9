import Glibc

/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
    /// The process exited with this code.
    case exited(Int32)
    /// A signal with this number ended the process.
    case signalled(Int32)

    /// Decodes a status of `waitpid`.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
    }
}

/// A key without a printable character, as a terminal sends it.
public enum TerminalKey: String, Sendable {
    /// Enter.
    case enter = "\r"
    /// Tab.
    case tab = "\t"
    /// The backspace key.
    case backspace = "\u{7F}"
    /// Escape.
    case escape = "\u{1B}"
    /// Up.
    case up = "\u{1B}[A"
    /// Down.
    case down = "\u{1B}[B"
    /// Right.
    case right = "\u{1B}[C"
    /// Left.
    case left = "\u{1B}[D"
    /// Home.
    case home = "\u{1B}[H"
    /// End.
    case end = "\u{1B}[F"
    /// Ctrl-A.
    case controlA = "\u{01}"
    /// Ctrl-C, which interrupts.
    case controlC = "\u{03}"
    /// Ctrl-D, which ends the input.
    case controlD = "\u{04}"
    /// Ctrl-E.
    case controlE = "\u{05}"
    /// Ctrl-K.
    case controlK = "\u{0B}"
    /// Ctrl-L.
    case controlL = "\u{0C}"
    /// Ctrl-R, which searches in the history.
    case controlR = "\u{12}"
    /// Ctrl-U, which deletes up to the beginning of the line.
    case controlU = "\u{15}"
    /// Ctrl-Z, which suspends.
    case controlZ = "\u{1A}"
    /// Ctrl-backslash, which quits.
    case controlBackslash = "\u{1C}"
}

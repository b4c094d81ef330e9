@preconcurrency import CReadline
import Foundation

/// The bytes that a person types, which readline gets one by one.
///
/// Ctrl-C empties the terminal's queue. Whoever sees that there is a byte, and then reads it, may come too late and
/// wait for the next key, while nobody acts on the signal. So the terminal is set to answer at once, with nothing where
/// there is nothing, and readline is called when a byte has been read for it.
@MainActor
enum Keys {
    private enum Reading {
        case byte(UInt8)
        case nothing
        case end
    }

    private static var next: Reading = .nothing

    /// Whether readline, called with the latest key, was told of an end that is none, since a signal comes first.
    static var gaveUp = false

    /// Has readline read its bytes here.
    static func serveReadline() {
        rl_getc_function = { _ in MainActor.assumeIsolated { Keys.forReadline() } }
        rl_prep_term_function = { meta in
            rl_prep_terminal(meta)
            MainActor.assumeIsolated { Keys.letReadingAnswerAtOnce() }
        }
    }

    /// Reads a byte, if there is one, for readline to be called with; so is the end of the input.
    static func readAhead() -> Bool {
        // Readline hasn't taken the last one where it had input of its own, such as the rest of a macro.
        if case .nothing = next { next = read() }
        if case .nothing = next { return false }
        return true
    }

    /// The byte that was read ahead, which readline doesn't get; `nil` at the end of the input.
    static func takeReadAhead() -> UInt8? {
        defer { next = .nothing }
        guard case .byte(let byte) = next else { return nil }
        return byte
    }

    /// The byte that was read ahead, or else the next, which readline waits for in the middle of a letter or of what is
    /// pasted; -1 at the end of the input, and where a signal is to be acted on first.
    private static func forReadline() -> Int32 {
        var reading = next
        next = .nothing
        while true {
            switch reading {
            case .byte(let byte): return Int32(byte)
            case .end: return -1
            case .nothing:
                if Signals.interrupts {
                    gaveUp = true
                    return -1
                }
                // A signal may reach any thread, so that it doesn't end this waiting by itself.
                _ = state(waiting: 50)
                reading = read()
            }
        }
    }

    private static func read() -> Reading {
        let events = state(waiting: 0)
        guard events != 0 else { return .nothing }
        var byte: UInt8 = 0
        switch Foundation.read(STDIN_FILENO, &byte, 1) {
        case 1: return .byte(byte)
        case 0: return events & (Int32(POLLHUP) | Int32(POLLERR)) != 0 ? .end : .nothing
        default: return errno == EINTR || errno == EAGAIN ? .nothing : .end
        }
    }

    /// What poll says of the terminal within some milliseconds.
    private static func state(waiting milliseconds: Int32) -> Int32 {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) > 0 ? Int32(input.revents) : 0
    }

    private static func letReadingAnswerAtOnce() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 0
            characters[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}

@preconcurrency import CReadline
import Foundation

/// The bytes that the user types, passed to readline one by one.
///
/// Ctrl-C empties the terminal's input queue, so an available byte can disappear before it is read. A
/// blocking read would then wait for the next key and delay the signal. Therefore terminal reads never block,
/// and readline is called only after this type has read a byte.
@MainActor
enum KeyboardInput {
    private enum Reading {
        case byte(UInt8)
        case nothing
        case end
    }

    private static var next: Reading = .nothing

    /// Whether readline was told that the input ended although it continues. This happens if a signal must be
    /// handled first.
    static var reportedFalseEnd = false

    /// Makes readline read its bytes from this type.
    static func installReadlineHooks() {
        rl_getc_function = { _ in MainActor.assumeIsolated { KeyboardInput.nextByteForReadline() } }
        rl_prep_term_function = { meta in
            rl_prep_terminal(meta)
            MainActor.assumeIsolated { KeyboardInput.makeReadsNonblocking() }
        }
    }

    /// Reads the next byte or the end of the input ahead for readline. Returns `false` if neither a byte nor
    /// the end is available yet.
    static func readAhead() -> Bool {
        // If readline took its last key from other input, such as a macro, the previous byte is still unused.
        if case .nothing = next { next = read() }
        if case .nothing = next { return false }
        return true
    }

    /// Removes and returns the byte that was read ahead; `nil` at the end of the input.
    static func takeReadAhead() -> UInt8? {
        defer { next = .nothing }
        guard case .byte(let byte) = next else { return nil }
        return byte
    }

    /// Returns the byte that was read ahead. Within a character or pasted text, waits for the next byte.
    /// Returns -1 at the end of the input, or if a signal must be handled first.
    private static func nextByteForReadline() -> Int32 {
        var reading = next
        next = .nothing
        while true {
            switch reading {
            case .byte(let byte): return Int32(byte)
            case .end: return -1
            case .nothing:
                if Signals.hasPendingInterrupt {
                    reportedFalseEnd = true
                    return -1
                }
                // Wait only briefly: a signal that another thread receives doesn't interrupt this wait.
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

    /// Returns the events that `poll` reports for the terminal within a number of milliseconds.
    private static func state(waiting milliseconds: Int32) -> Int32 {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) > 0 ? Int32(input.revents) : 0
    }

    private static func makeReadsNonblocking() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 0
            characters[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}

import Foundation
import Localization
import Synchronization
import Testing

@testable import Shell

@MainActor
@Suite("Progress messages")
struct ProgressMessageTests {
    /// A simulated terminal with a clock that the test sets.
    @MainActor
    private final class Listener {
        let written = Written()
        let interaction: TerminalInteraction

        init(accessible: Bool, terminal: String = "xterm", language: Localizer = english) {
            let written = written
            let clock = Clock()
            var streams = StandardStreams(
                isInputTerminal: true, isOutputTerminal: true, isErrorTerminal: true, width: { 30 },
                read: { nil }, write: { _ in },
                writeDiagnostics: { bytes in written.bytes.withLock { $0 += bytes } })
            streams.page = nil
            self.clock = clock
            interaction = TerminalInteraction(
                lines: { FakeTerminal([]) }, completer: { nil }, streams: streams,
                environment: ProcessEnvironment(
                    variables: ["TERM": terminal], timeZone: .gmt, now: { clock.now },
                    workingDirectory: "/"),
                drafts: Drafts(environment: [:], program: "test"),
                presentation: {
                    Presentation(format: accessible ? .accessible : .table, width: 30, localizer: language)
                })
        }

        let clock: Clock

        func tell(at second: Double, _ rows: Int?) {
            clock.set(second)
            interaction.progress(rows.map { Shell.text("%lld entries", $0) })
        }
    }

    /// A clock that shows the time that was last set.
    private final class Clock: Sendable {
        private let second = Mutex(0.0)
        var now: Date { Date(timeIntervalSince1970: second.withLock { $0 }) }
        func set(_ new: Double) { second.withLock { $0 = new } }
    }

    @Test func `Accessible mode writes a sentence on its own line every five seconds`() {
        let listener = Listener(accessible: true)
        for (second, rows) in [(0.0, 1), (1.0, 2), (4.9, 3), (5.0, 4), (9.0, 5), (10.5, 6)] {
            listener.tell(at: second, rows)
        }
        #expect(listener.written.text == "1 entry\n4 entries\n6 entries\n")
        // When a command ends, nothing is written. The first message of the next command is written
        // immediately.
        listener.tell(at: 11, nil)
        listener.tell(at: 11.5, 7)
        #expect(listener.written.text == "1 entry\n4 entries\n6 entries\n7 entries\n")
        #expect(!listener.written.text.contains("\r"))
        #expect(!listener.written.text.contains("\u{1B}"))
    }

    @Test(arguments: [("pl", "2 pozycje\n"), ("hu", "2 tétel\n")])
    func `Sentences are in the user's language with its plural forms`(code: String, expected: String) throws {
        let listener = Listener(
            accessible: true, terminal: "dumb", language: Localizer(try #require(Language(matching: code))))
        listener.tell(at: 0, 2)
        #expect(listener.written.text == expected)
    }

    @Test func `A terminal redraws one line and clears it at the end; a dumb terminal gets none`() {
        let terminal = Listener(accessible: false)
        for second in 0...2 { terminal.tell(at: Double(second), second) }
        terminal.tell(at: 3, nil)
        #expect(
            terminal.written.text
                == "\r\u{1B}[K0 entries\r\u{1B}[K1 entry\r\u{1B}[K2 entries\r\u{1B}[K")
        let dumb = Listener(accessible: false, terminal: "dumb")
        dumb.tell(at: 0, 1)
        #expect(dumb.written.text.isEmpty)
    }
}

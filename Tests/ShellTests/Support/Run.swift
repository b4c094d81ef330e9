import Foundation
import Localization
import Synchronization

@testable import Shell

/// The result of running the test program.
@MainActor
struct RunResult {
    let code: Int32
    let output: String
    let diagnostics: String
    let log: ShelfLog
    let terminal: FakeTerminal?
    let paged: [String]
}

/// The bytes that a run has written.
final class Written: Sendable {
    let bytes = Mutex<[UInt8]>([])
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// A simulated terminal that returns prepared lines.
@MainActor
final class FakeTerminal: LineReading {
    private var events: [LineEvent]
    private(set) var prompts: [String] = []
    private(set) var initials: [String] = []
    private(set) var remembered: [String] = []
    private(set) var completions: [LineCompletion?] = []
    private(set) var isClosed = false
    private(set) var historyLimit: Int?
    /// The texts for which completion is requested, as if the user pressed Tab.
    var tabs: [String] = []
    var isReading: Bool { false }
    var historyProblem: HistoryProblem?
    /// The history problem that is reported when the terminal is closed.
    var closing: HistoryProblem?

    init(_ events: [LineEvent]) {
        self.events = events
    }

    func readLine(prompt: String, initial: String, complete: LineCompleter?) async -> LineEvent {
        prompts.append(prompt)
        initials.append(initial)
        if !tabs.isEmpty {
            let line = tabs.removeFirst()
            completions.append(complete?(line, line.utf8.count))
        }
        return events.isEmpty ? .end : events.removeFirst()
    }

    func readSecret(prompt: String) async -> LineEvent {
        await readLine(prompt: prompt, initial: "", complete: nil)
    }

    func remember(_ line: String) { remembered.append(line) }
    func rememberBlock(_ lines: [String]) { remembered.append(lines.joined(separator: "\n")) }
    func limitHistory(to count: Int) { historyLimit = count }
    func endReading() {}
    func close() throws(HistoryProblem) {
        isClosed = true
        if let closing { throw closing }
    }
}

/// Runs the test program in this process.
///
/// - Parameters:
///   - arguments: The arguments after the program's name.
///   - script: The chunks of standard input in order.
///   - terminal: The simulated terminal. Default: none.
///   - write: Writes the output and may throw the error of a broken stream.
@MainActor
func runShelf(
    _ arguments: [String] = [], script: [[UInt8]] = [], terminal: FakeTerminal? = nil,
    environment: [String: String] = [:], width: Int? = 80, height: Int? = nil, pagerFails: Bool = false,
    failingWith failure: (any Error & Sendable)? = nil, prompt: Prompt = Prompt("shelf"),
    notices: [LocalizedText] = [], titles: [String]? = nil, unreadable: [LocalizedText] = [],
    lastCommand: String? = nil
) async -> RunResult {
    let log = ShelfLog()
    log.prompt = prompt
    log.notices = notices
    log.titles = titles ?? log.titles
    log.unreadable = unreadable
    log.lastCommand = lastCommand
    let output = Written()
    let diagnostics = Written()
    let input = Mutex(script[...])
    let paged = Mutex<[String]>([])
    var streams = StandardStreams(
        isInputTerminal: terminal != nil, isOutputTerminal: terminal != nil, isErrorTerminal: terminal != nil,
        width: { width }, height: { height }, read: { input.withLock { $0.popFirst() } },
        write: { bytes in
            if let failure { throw failure }
            output.bytes.withLock { $0 += bytes }
        },
        writeDiagnostics: { bytes in diagnostics.bytes.withLock { $0 += bytes } })
    streams.page = { bytes, pager in
        if pager.commands.isEmpty { return false }
        if pagerFails { throw PagerError.notStarted(pager.commands[0][0], SystemFailure(ENOENT)) }
        paged.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        return true
    }
    let variables = ["LANG": "en_US.UTF-8", "HOME": "/home/reader", "TERM": "dumb"]
    let application = ShellApplication(
        shelfProgram(log), streams: streams,
        environment: ProcessEnvironment(
            variables: variables.merging(environment) { $1 }, timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_700_000_000) }, workingDirectory: "/"),
        makeLineReader: { _, _, _ in terminal ?? FakeTerminal([]) })
    let code = await application.run(arguments: arguments)
    return RunResult(
        code: code, output: output.text, diagnostics: diagnostics.text, log: log, terminal: terminal,
        paged: paged.withLock { $0 })
}

/// Runs the test program with a script.
@MainActor
func runScript(_ script: String, _ arguments: [String] = []) async -> RunResult {
    await runShelf(arguments, script: [Array(script.utf8)])
}

@preconcurrency import CReadline
import Dispatch
import Foundation
import Localization

/// Reads lines from a terminal with editing, history and completion.
@MainActor
protocol LineReading: AnyObject {
    /// Reads a line.
    ///
    /// - Parameters:
    ///   - prompt: The text before the line.
    ///   - initial: The initial text of the line.
    ///   - complete: The completion for the Tab key.
    func readLine(prompt: String, initial: String, complete: LineCompleter?) async -> LineEvent

    /// Reads a secret, such as a token. The line isn't shown and isn't added to the history.
    ///
    /// - Parameter prompt: The text before the line.
    func readSecret(prompt: String) async -> LineEvent

    /// From now on, shows the line editor's own messages in the user's language.
    func localizeMessages(_ messages: @escaping @MainActor () -> ReadlineMessages)

    /// Whether a line is being read.
    var isReading: Bool { get }

    /// Adds a line to the history.
    func remember(_ line: String)

    /// Adds lines to the history, which the key Up shows together.
    func rememberBlock(_ lines: [String])

    /// Limits the history to a number of lines.
    func limitHistory(to count: Int)

    /// Ends reading the current line, as if the input had ended.
    func endReading()

    /// The reason why the history is unavailable, if it is.
    var historyProblem: HistoryProblem? { get }

    /// Saves the history and restores the terminal.
    ///
    /// - Throws: ``HistoryProblem`` if the user should know about it.
    func close() throws(HistoryProblem)
}

extension LineReading {
    /// Does nothing: the reader has no messages of its own.
    func localizeMessages(_ messages: @escaping @MainActor () -> ReadlineMessages) {}

    /// `nil` by default, for readers without a history file.
    var historyProblem: HistoryProblem? { nil }
}

/// The result of reading a line.
enum LineEvent: Hashable {
    /// The typed line. Pasted text may contain several lines.
    case line(String)
    /// The input isn't UTF-8, for example because the terminal uses an encoding that differs from that of the
    /// locale.
    case invalidUTF8
    /// Ctrl-C: the line is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal was closed.
    case end
}

/// Completes a line at a cursor position, an offset in UTF-8 bytes.
typealias LineCompleter = @MainActor (_ line: String, _ place: Int) -> LineCompletion?

/// Reads lines with GNU readline's callback interface. Readline is called only when there is input, so it
/// never blocks the main actor.
///
/// Readline has one global state, so a process has only one line reader.
@MainActor
final class LineReader: LineReading {
    private static var current: LineReader?

    private var history: History
    private var waiting: CheckedContinuation<LineEvent, Never>?
    private var source: (any DispatchSourceRead)?
    private var complete: LineCompleter?
    /// The candidates that the last press of Tab found. A second Tab shows them.
    private var completion: LineCompletion?
    private let writesToStandardError: Bool
    /// The prompt and the content of the line in which the user types a secret.
    private var secret: (prompt: String, line: SecretLine)?
    private var messages: (@MainActor () -> ReadlineMessages)?
    private var isShowingMessage = false
    /// Whether readline has already finished the line that a signal interrupts.
    private var hasLeftLine = false

    /// Prepares readline. The settings for `programName` in the user's inputrc apply.
    init(programName: String, history: History, isUTF8: Bool, writesToStandardError: Bool) {
        self.history = history
        self.writesToStandardError = writesToStandardError
        // If the locale in the environment isn't installed, characters beyond ASCII must still work.
        if setlocale(LC_CTYPE, "") == nil, isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        creadline_use_streams(writesToStandardError ? 1 : 0)
        // Readline keeps the pointer until the process ends, so never free it.
        rl_readline_name = UnsafePointer(strdup(programName))
        KeyboardInput.installReadlineHooks()
        rl_catch_signals = 0
        rl_catch_sigwinch = 0
        rl_change_environment = 0
        rl_attempted_completion_function = completeLine
        rl_completion_display_matches_hook = showMatches
        // The completer gets the whole line and returns whole lines, because it handles quotes better than
        // readline.
        rl_completer_word_break_characters = UnsafePointer(strdup(""))
        rl_basic_quote_characters = UnsafePointer(strdup(""))
        rl_completer_quote_characters = nil
        rl_sort_completion_matches = 0
        rl_ignore_completion_duplicates = 0
        using_history()
        for line in history.saved { add_history(line) }
        Self.current = self
    }

    func readLine(prompt: String, initial: String, complete: LineCompleter?) async -> LineEvent {
        Signals.beginLineInput()
        self.complete = complete
        let source = self.source ?? makeSource()
        rl_reset_screen_size()
        creadline_forget_end()
        rl_callback_handler_install(prompt, lineRead)
        // Write the prompt of a secret only now: before this point, the terminal echoes typed characters.
        if let secret { write(secret.prompt) }
        if !initial.isEmpty {
            rl_insert_text(initial)
            rl_redisplay()
        }
        source.resume()
        return await withCheckedContinuation { waiting = $0 }
    }

    func readSecret(prompt: String) async -> LineEvent {
        // Readline only prepares and restores the terminal. `SecretLine` gets the keys.
        secret = (prompt, SecretLine())
        rl_redisplay_function = showNothing
        defer {
            rl_redisplay_function = rl_redisplay
            secret = nil
        }
        return await readLine(prompt: "", initial: "", complete: nil)
    }

    func localizeMessages(_ messages: @escaping @MainActor () -> ReadlineMessages) {
        self.messages = messages
    }

    func remember(_ line: String) {
        if let added = history.add(line) { add_history(added) }
    }

    func rememberBlock(_ lines: [String]) {
        // The file keeps single lines.
        for line in lines { _ = history.add(line) }
        add_history(lines.joined(separator: "\n"))
    }

    func limitHistory(to count: Int) {
        history.limit = count
        stifle_history(Int32(clamping: count))
    }

    func endReading() {
        guard waiting != nil else { return }
        newLine(echo: "")
        finish(.end)
    }

    var historyProblem: HistoryProblem? { history.problem }

    func close() throws(HistoryProblem) {
        do {
            try history.save()
        } catch {
            // A problem that was reported at the start is not reported again.
            guard history.problem == nil, let path = history.path,
                let problem = HistoryProblem.saving(path, error)
            else { return }
            throw problem
        }
    }

    var isReading: Bool { waiting != nil }

    /// Handles Ctrl-C, a resized terminal and Ctrl-Z.
    func handle(signal: Int32) {
        switch signal {
        case SIGINT where isReading:
            newLine(echo: "^C")
            finish(.interrupted)
        case SIGWINCH where isReading:
            rl_resize_terminal()
        case SIGTSTP:
            stop()
        default:
            break
        }
    }

    /// Restores the terminal and stops the process. After the process continues, redraws the line.
    private func stop() {
        if isReading { rl_cleanup_after_signal() }
        Signals.stop()
        if isReading {
            rl_reset_after_signal()
            // If the process wasn't actually stopped, the old line is still on the screen. Draw the new line
            // over it.
            write("\r")
            rl_forced_update_display()
            if let secret { write(secret.prompt) }
        }
    }

    private func makeSource() -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.readAvailableInput() }
        }
        self.source = source
        return source
    }

    private func readAvailableInput() {
        while true {
            Signals.deliverPending()
            guard isReading, KeyboardInput.readAhead() else { return }
            if secret == nil { readKey() } else { readSecretKey() }
        }
    }

    /// Passes a key to readline. Readline's own messages are translated before they are shown.
    private func readKey() {
        KeyboardInput.reportedFalseEnd = false
        rl_redisplay_function = showLine
        rl_callback_read_char()
        rl_redisplay_function = rl_redisplay
    }

    private func readSecretKey() {
        guard let byte = KeyboardInput.takeReadAhead() else { return endSecret(.end) }
        switch secret?.line.take(byte) {
        case .line(let bytes):
            endSecret(String(validating: bytes, as: UTF8.self).map(LineEvent.line) ?? .invalidUTF8)
        case .end: endSecret(.end)
        case .more, nil: break
        }
    }

    private func endSecret(_ event: LineEvent) {
        write("\n")
        finish(event)
    }

    /// Shows the line and translates readline's own message, if there is one.
    fileprivate static func show() {
        let message = rl_display_prompt
        if let reader = current, let messages = reader.messages, !reader.isShowingMessage, let message,
            message != rl_prompt, let shown = String(validatingCString: message),
            let localized = messages().message(for: shown)
        {
            // This calls `show` again, so prevent an endless recursion.
            reader.isShowingMessage = true
            creadline_show_message(localized)
            reader.isShowingMessage = false
        } else {
            rl_redisplay()
        }
    }

    /// Ends the line: its text stays on the screen, but is removed from readline.
    private func newLine(echo: String) {
        if hasLeftLine { return }
        // End a history search first, so that the whole line is visible before the echo.
        rl_callback_sigcleanup()
        rl_point = rl_end
        if secret == nil { rl_redisplay() }
        write(echo + "\n")
        rl_free_line_state()
        rl_replace_line("", 1)
    }

    private func write(_ string: String) {
        let descriptor = writesToStandardError ? STDERR_FILENO : STDOUT_FILENO
        try? Descriptors.write(Array(string.utf8), to: descriptor)
    }

    fileprivate static func lineArrived(_ event: LineEvent) {
        guard let reader = current else { return }
        // After Ctrl-D, the cursor stays behind the prompt. If bracketed paste is on, readline has already
        // started a new line.
        if event == .end, rl_variable_value("enable-bracketed-paste").map({ String(cString: $0) }) != "on" {
            reader.write("\n")
        }
        if KeyboardInput.reportedFalseEnd {
            // Ctrl-C removed the byte that readline was about to read. Readline therefore received an end of
            // input and finished the line.
            reader.hasLeftLine = true
            Signals.deliverPending()
            reader.hasLeftLine = false
            if !reader.isReading { return }
        }
        reader.finish(event)
    }

    private func finish(_ event: LineEvent) {
        Signals.endLineInput()
        rl_callback_handler_remove()
        source?.suspend()
        complete = nil
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: event)
    }

    fileprivate static func findCompletion() -> LineCompletion? {
        guard let reader = current, let complete = reader.complete, let buffer = rl_line_buffer else {
            return nil
        }
        reader.completion = complete(String(cString: buffer), Int(rl_point))
        return reader.completion
    }

    fileprivate static var lastCompletion: LineCompletion? { current?.completion }

    fileprivate static func candidateList(_ completion: LineCompletion, columns: Int, rows: Int) -> String? {
        current?.messages?().candidates(completion, columns: columns, rows: rows)
    }
}

/// Replaces readline's redisplay function while a secret is read.
private func showNothing() {}

/// Replaces readline's redisplay function while a key is processed.
private func showLine() {
    MainActor.assumeIsolated { LineReader.show() }
}

/// Called by readline with a complete line, or with `nil` at the end of the input.
private func lineRead(_ line: UnsafeMutablePointer<CChar>?) {
    let event = line.map { String(validatingCString: $0).map(LineEvent.line) ?? .invalidUTF8 } ?? .end
    free(line)
    MainActor.assumeIsolated { LineReader.lineArrived(event) }
}

/// Called by readline for Tab. The first returned string replaces the line; the further strings are shown as
/// candidates.
private func completeLine(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    // Prevent readline from completing file names instead.
    rl_attempted_completion_over = 1
    guard let completion = MainActor.assumeIsolated({ LineReader.findCompletion() }) else { return nil }
    rl_completion_suppress_append = completion.appendsSpace ? 0 : 1
    rl_completion_append_character = Int32(UInt8.space)
    let lines = completion.candidates.count == 1 ? [] : completion.candidates.map(\.line)
    let matches = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: lines.count + 2)
    matches[0] = strdup(completion.common)
    for (index, line) in lines.enumerated() { matches[index + 1] = strdup(line) }
    matches[lines.count + 1] = nil
    return matches
}

/// Called by readline to show the candidates.
private func showMatches(
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32, _ longest: Int32
) {
    guard let completion = MainActor.assumeIsolated({ LineReader.lastCompletion }) else { return }
    var rows: Int32 = 0
    var columns: Int32 = 0
    rl_get_screen_size(&rows, &columns)
    let size = (columns: Int(columns), rows: max(Int(rows) - 3, 4))
    let list = MainActor.assumeIsolated {
        LineReader.candidateList(completion, columns: size.columns, rows: size.rows)
    }
    guard let shown = list else { return }
    rl_crlf()
    fputs(shown, rl_outstream)
    fflush(rl_outstream)
    rl_forced_update_display()
}

@preconcurrency import CReadline
import Dispatch
import Foundation
import Localization

/// Lines that a person types, with editing, history and completion.
@MainActor
protocol LineReading: AnyObject {
    /// Reads a line.
    ///
    /// - Parameters:
    ///   - prompt: What stands before it.
    ///   - initial: What stands in it already.
    ///   - complete: How Tab completes the line.
    func readLine(prompt: String, initial: String, complete: LineCompleter?) async -> LineEvent

    /// Reads a line that nobody may see, such as a token: it isn't shown while it is typed, and isn't remembered.
    ///
    /// - Parameter prompt: What stands before it.
    func readSecret(prompt: String) async -> LineEvent

    /// Says from now on in the person's language what it says itself in the place of the prompt.
    func speak(_ words: @escaping @MainActor () -> LineWords)

    /// Whether a person is at a line now.
    var isReading: Bool { get }

    /// Remembers a line, or each of several that were pasted, for the arrow keys and for the next time.
    func remember(_ line: String)

    /// Remembers no more lines than this from now on.
    func limitHistory(to count: Int)

    /// Ends the reading of a line that is going on, as if the input had ended.
    func abandon()

    /// Why the lines of before aren't there, where they should be.
    var historyProblem: HistoryProblem? { get }

    /// Saves the history and leaves the terminal as it was. Throws what the person should know of it.
    func close() throws(HistoryProblem)
}

extension LineReading {
    /// Says nothing itself.
    func speak(_ words: @escaping @MainActor () -> LineWords) {}

    /// All lines are there.
    var historyProblem: HistoryProblem? { nil }
}

/// What came of reading a line.
enum LineEvent: Hashable {
    /// The person typed a line, which may hold several where they were pasted.
    case line(String)
    /// What was typed is not UTF-8, as where the terminal and the locale disagree.
    case notText
    /// Ctrl-C: the line is dropped.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case end
}

/// Completes a line at a place, an offset in UTF-8 bytes.
typealias LineCompleter = @MainActor (_ line: String, _ place: Int) -> LineCompletion?

/// GNU readline, through its callback interface: it is only called when there is input, so that the main actor goes
/// on while a person thinks.
///
/// Readline has one state for the whole process, so there is one reader.
@MainActor
final class LineReader: LineReading {
    private static var current: LineReader?

    private var history: History
    private var waiting: CheckedContinuation<LineEvent, Never>?
    private var source: (any DispatchSourceRead)?
    private var complete: LineCompleter?
    /// What the last Tab found; a second one shows it.
    private var completion: LineCompletion?
    private let writesToStandardError: Bool
    /// The prompt of a line that isn't shown, and the line.
    private var secret: (prompt: String, line: SecretLine)?
    private var words: (@MainActor () -> LineWords)?
    private var isShowingWords = false
    /// Whether readline has left the line already that a signal interrupts.
    private var hasLeftLine = false

    /// Prepares readline. What the person wrote for `programName` in their inputrc counts.
    init(programName: String, history: History, isUTF8: Bool, writesToStandardError: Bool) {
        self.history = history
        self.writesToStandardError = writesToStandardError
        // Where the environment names a locale that isn't installed, letters beyond ASCII are still letters.
        if setlocale(LC_CTYPE, "") == nil, isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        creadline_use_streams(writesToStandardError ? 1 : 0)
        // Readline keeps the pointer for as long as the process lives.
        rl_readline_name = UnsafePointer(strdup(programName))
        Keys.serveReadline()
        rl_catch_signals = 0
        rl_catch_sigwinch = 0
        rl_change_environment = 0
        rl_attempted_completion_function = completeLine
        rl_completion_display_matches_hook = showMatches
        // The completer sees the line as a whole and answers with whole lines: it knows quotes better.
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
        Signals.beginLine()
        self.complete = complete
        let source = self.source ?? makeSource()
        rl_reset_screen_size()
        creadline_forget_end()
        rl_callback_handler_install(prompt, lineRead)
        // Only now the terminal shows nothing by itself of what is typed.
        if let secret { write(secret.prompt) }
        if !initial.isEmpty {
            rl_insert_text(initial)
            rl_redisplay()
        }
        source.resume()
        return await withCheckedContinuation { waiting = $0 }
    }

    func readSecret(prompt: String) async -> LineEvent {
        // Readline prepares the terminal and puts it in order again, but sees no key.
        secret = (prompt, SecretLine())
        rl_redisplay_function = showNothing
        defer {
            rl_redisplay_function = rl_redisplay
            secret = nil
        }
        return await readLine(prompt: "", initial: "", complete: nil)
    }

    func speak(_ words: @escaping @MainActor () -> LineWords) { self.words = words }

    func remember(_ line: String) {
        for added in history.add(line) { add_history(added) }
    }

    func limitHistory(to count: Int) {
        history.limit = count
        stifle_history(Int32(clamping: count))
    }

    func abandon() {
        guard waiting != nil else { return }
        newLine(echo: "")
        finish(.end)
    }

    var historyProblem: HistoryProblem? { history.problem }

    func close() throws(HistoryProblem) {
        do {
            try history.save()
        } catch {
            // What was said at the beginning is not said again.
            guard history.problem == nil, let path = history.path,
                let problem = HistoryProblem.saving(path, error)
            else { return }
            throw problem
        }
    }

    var isReading: Bool { waiting != nil }

    /// Acts on Ctrl-C, on a resized terminal, and on Ctrl-Z.
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

    /// Stops the process with the terminal in order, and goes on with the line when it is continued.
    private func stop() {
        if isReading { rl_cleanup_after_signal() }
        Signals.stop()
        if isReading {
            rl_reset_after_signal()
            // Where nothing stopped it, the line still stands here, and is drawn over.
            write("\r")
            rl_forced_update_display()
            if let secret { write(secret.prompt) }
        }
    }

    private func makeSource() -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.readWhatIsThere() }
        }
        self.source = source
        return source
    }

    private func readWhatIsThere() {
        while true {
            Signals.deliver()
            guard isReading, Keys.readAhead() else { return }
            if secret == nil { readKey() } else { readSecretKey() }
        }
    }

    /// Gives readline a key. What it says itself meanwhile is put into the person's words before it is shown.
    private func readKey() {
        Keys.gaveUp = false
        rl_redisplay_function = showLine
        rl_callback_read_char()
        rl_redisplay_function = rl_redisplay
    }

    private func readSecretKey() {
        guard let byte = Keys.takeReadAhead() else { return endSecret(.end) }
        switch secret?.line.take(byte) {
        case .line(let bytes):
            endSecret(String(validating: bytes, as: UTF8.self).map(LineEvent.line) ?? .notText)
        case .end: endSecret(.end)
        case .more, nil: break
        }
    }

    private func endSecret(_ event: LineEvent) {
        write("\n")
        finish(event)
    }

    /// Shows the line, and in the place of readline's words those of the person's language.
    fileprivate static func show() {
        let message = rl_display_prompt
        if let reader = current, let words = reader.words, !reader.isShowingWords, let message,
            message != rl_prompt, let shown = String(validatingCString: message),
            let localized = words().message(for: shown)
        {
            // This calls back, to have it shown.
            reader.isShowingWords = true
            creadline_show_message(localized)
            reader.isShowingWords = false
        } else {
            rl_redisplay()
        }
    }

    /// Leaves the line as it stands on the screen and forgets it.
    private func newLine(echo: String) {
        if hasLeftLine { return }
        // A search in the history ends first, so that the line stands whole before what is written behind it.
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
        // Ctrl-D leaves the cursor behind the prompt, except where the end of bracketed paste is written.
        if event == .end, rl_variable_value("enable-bracketed-paste").map({ String(cString: $0) }) != "on" {
            reader.write("\n")
        }
        if Keys.gaveUp {
            // Ctrl-C took away what readline was about to read. It takes that for the end, and has left the line.
            reader.hasLeftLine = true
            Signals.deliver()
            reader.hasLeftLine = false
            if !reader.isReading { return }
        }
        reader.finish(event)
    }

    private func finish(_ event: LineEvent) {
        Signals.endLine()
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
        current?.words?().candidates(completion, columns: columns, rows: rows)
    }
}

/// Readline calls this in the place of what would show the line.
private func showNothing() {}

/// Readline calls this to show the line.
private func showLine() {
    MainActor.assumeIsolated { LineReader.show() }
}

/// Readline calls this with a whole line, or with nothing at the end of the input.
private func lineRead(_ line: UnsafeMutablePointer<CChar>?) {
    let event = line.map { String(validatingCString: $0).map(LineEvent.line) ?? .notText } ?? .end
    free(line)
    MainActor.assumeIsolated { LineReader.lineArrived(event) }
}

/// Readline calls this at Tab. The first of the answers stands in the line afterwards, the others can be shown.
private func completeLine(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    // Never files in the place of what is asked for.
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

/// Readline calls this to show what a word can become.
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

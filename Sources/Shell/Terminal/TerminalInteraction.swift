import Foundation
import Localization

/// Interacts with the user at a terminal.
@MainActor
final class TerminalInteraction: Interaction {
    private let lines: @MainActor () -> any LineReading
    private let completer: @MainActor () -> Completer?
    private let presentation: @MainActor () -> Presentation
    private let streams: StandardStreams
    private let environment: ProcessEnvironment
    private let drafts: Drafts
    /// The progress line on the screen.
    private var shownProgress: String?
    /// The time at which progress was last written as a sentence, for screen readers.
    private var lastTold: Date?

    /// Creates the interaction. The line reader and the completer are created at the first question, so that
    /// a command without questions doesn't wait for readline.
    var writesToTerminal: Bool { streams.isOutputTerminal }

    init(
        lines: @escaping @MainActor () -> any LineReading, completer: @escaping @MainActor () -> Completer?,
        streams: StandardStreams, environment: ProcessEnvironment, drafts: Drafts,
        presentation: @escaping @MainActor () -> Presentation
    ) {
        self.lines = lines
        self.completer = completer
        self.streams = streams
        self.environment = environment
        self.drafts = drafts
        self.presentation = presentation
    }

    var isInteractive: Bool { true }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String {
        // The input line can't show the control characters of a text. If the user doesn't change the line,
        // use the original text.
        let shown = oneLine(initial)
        var line = shown
        while true {
            line = try await read(prompt: prompt(question), initial: line, completion: completion)
            let answer = line == shown ? initial : line
            do {
                try check(answer)
                return answer
            } catch let error as any PresentableError {
                show(error)
                if line.allSatisfy(\.isWhitespace) { line = "" }
                if let error = error as? ValueError, error.expectsShortValue { line = shown }
            }
        }
    }

    func askSecret(_ question: LocalizedText, check: (String) throws -> Void) async throws -> String {
        while true {
            let answer = try await read { await $0.readSecret(prompt: prompt(question)) }
            do {
                try check(answer)
                return answer
            } catch let error as any PresentableError {
                show(error)
            }
        }
    }

    private func oneLine(_ text: String) -> String {
        visible(Self.joiningLines(text), asciiOnly: !presentation().usesUnicode)
    }

    /// Returns the text with line ends replaced by spaces.
    private static func joiningLines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        let localizer = presentation().localizer
        let prompt = "\(TextStyler(presentation()).string(question)) [\(localizer.answerHint)] "
        while true {
            let answer = try await read(prompt: prompt, initial: "", completion: .none)
            if answer.trimmingWhitespace().isEmpty { return false }
            if let isYes = localizer.answer(answer) { return isYes }
            show(NoAnswer(answer: answer.trimmingWhitespace()))
        }
    }

    func edit(_ text: String) async throws -> String {
        progress(nil)
        return try await Editor(environment: environment.variables, drafts: drafts).edit(text)
    }

    func keep(_ text: String) throws { try drafts.keep(text) }

    func readLine(prompt: String) async throws -> String? {
        progress(nil)
        while true {
            if Task.isCancelled { return nil }
            switch await lines().readLine(prompt: prompt, initial: "", complete: nil) {
            case .line(let line): return line
            case .invalidUTF8: show(LineError.invalidInput)
            case .interrupted:
                // A signal that ends the program isn't Ctrl-C.
                if Task.isCancelled { return nil }
                throw InteractionCancelled()
            case .end: return nil
            }
        }
    }

    func say(_ output: Output) {
        progress(nil)
        let rendering = Renderer.render(output, presentation())
        streams.writeDiagnostics(rendering.diagnostics + rendering.output)
    }

    func progress(_ text: LocalizedText?) {
        draw(text) { text, presentation in
            let styler = TextStyler(presentation)
            // The last column stays empty, so that the line never wraps.
            return Wrapping.fitted(
                styler.string(text), to: (presentation.width ?? 80) - 1, ellipsis: styler.ellipsis)
        }
    }

    func progress(_ wordings: [LocalizedText], fraction: Double) {
        draw(wordings.first) { ProgressBar(fraction).line(wordings, $1) }
    }

    private func draw(_ text: LocalizedText?, as shown: (LocalizedText, Presentation) -> String) {
        guard streams.isErrorTerminal else { return }
        if presentation().format == .accessible { return tell(text) }
        guard environment.variables["TERM"] != "dumb" else { return }
        let line = text.map { shown($0, presentation()) }
        if line == shownProgress { return }
        shownProgress = line
        streams.writeDiagnostics(Array("\r\u{1B}[K\(line ?? "")".utf8))
    }

    /// Writes progress as separate lines at intervals: screen readers can't follow a line that is redrawn.
    private func tell(_ text: LocalizedText?) {
        guard let text else {
            lastTold = nil
            return
        }
        let now = environment.now()
        if let lastTold, now.timeIntervalSince(lastTold) < Self.secondsBetweenSentences { return }
        lastTold = now
        let sentence = TextStyler(presentation()).string(text)
        streams.writeDiagnostics(Array(sentence.utf8) + [.lineFeed])
    }

    private static let secondsBetweenSentences = 5.0

    private func prompt(_ question: LocalizedText) -> String {
        let question = TextStyler(presentation()).string(question)
        return question.hasSuffix("?") ? question + " " : question + ": "
    }

    func show(_ error: any PresentableError) {
        streams.writeDiagnostics(Renderer.render(error, prefix: "", presentation()))
    }

    func show(_ output: Output) throws {
        progress(nil)
        let bytes = Renderer.render(output, presentation()).output
        // If standard output is redirected, write to standard error, which the user sees.
        if streams.isOutputTerminal { try streams.write(bytes) } else { streams.writeDiagnostics(bytes) }
    }

    private func read(prompt: String, initial: String, completion: Completion) async throws -> String {
        let completer = completer()
        return try await read { lines in
            await lines.readLine(prompt: prompt, initial: initial) { line, place in
                completer?.completeAnswer(line, at: place, with: completion)
            }
        }
    }

    private func read(_ line: @MainActor (any LineReading) async -> LineEvent) async throws -> String {
        progress(nil)
        while true {
            // If the command was cancelled, don't ask the question again.
            if Task.isCancelled { throw InteractionCancelled() }
            switch await line(lines()) {
            case .line(let line):
                // An answer is one line, even if several lines were pasted.
                return Self.joiningLines(line)
            case .invalidUTF8:
                show(LineError.invalidInput)
            case .interrupted, .end:
                throw InteractionCancelled()
            }
        }
    }
}

/// The error of an answer other than yes or no.
private struct NoAnswer: PresentableError {
    let answer: String

    var problem: LocalizedText { text("“%@” is neither yes nor no.", answer) }
    var remedy: LocalizedText? { text("Answer “yes” or “no”; “y” or “n” is enough.") }
    var failure: FailureKind { .usage }
}

/// The interaction of scripts and pipes, in which no user can answer.
@MainActor
final class ScriptInteraction: Interaction {
    var isInteractive: Bool { false }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String {
        throw UsageError.cannotAsk(question: question)
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        throw UsageError.cannotConfirm(question: question)
    }

    func edit(_ text: String) async throws -> String {
        throw UsageError.cannotEdit
    }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) {}
}

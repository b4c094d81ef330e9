import Foundation
import Localization

extension ShellApplication {
    /// Runs the program with arguments, and returns the exit code.
    func run(arguments: [String]) async -> Int32 {
        defer { close() }
        do {
            do {
                launch = try LaunchArguments(
                    arguments, programOptions: program.options, context: parseContext)
            } catch {
                preferences.apply(LaunchArguments.presentationHints(of: arguments, context: parseContext))
                throw error
            }
            preferences.apply(launch.options)
            warnAboutSettings()
            if launch.asksForVersion {
                try await write(versionOutput)
                return 0
            }
            if launch.asksForHelp {
                try await writeHelp(help.launchPage(summary: program.summary))
                return 0
            }
            if !launch.command.isEmpty { return await runCommand(launch.command) }
        } catch {
            return report(error, place: "")
        }
        if let lines = launch.lines { return await runLines(lines) }
        if let path = launch.scriptPath { return await runFile(path) }
        linesComeFromInput = true
        return isInteractive ? await runPrompt() : await runScript(nil, readInput)
    }

    /// Warns about ignored lines of the settings file.
    private func warnAboutSettings() {
        for problem in preferences.problems {
            let technical = problem.labelledTechnicalDescription.map { [Block.message($0)] } ?? []
            let warning = Output([.warning(problem.problem)] + technical)
            streams.writeDiagnostics(Renderer.render(warning, diagnosticPresentation).output)
        }
    }

    /// Runs one command from the command line of the operating system. The command may read standard input.
    private func runCommand(_ words: [String]) async -> Int32 {
        do {
            _ = try await asking(about: words.map(Word.argument)) { words in
                let call = try launchGrammar.parse(words, localizer)
                try launch.apply(call.universal, context: parseContext)
                preferences.apply(launch.options)
                return try await run(call, isLaunched: true)
            }
            return finalExitCode(0)
        } catch {
            return finalExitCode(report(error, place: ""))
        }
    }

    /// Runs the lines of `-c` in order, until one fails or, with `--keep-going`, to the end.
    private func runLines(_ lines: [ScriptLines.Line]) async -> Int32 {
        var status = ScriptStatus(keepsGoing: launch.keepsGoing)
        var rest = lines[...]
        while let line = rest.popFirst() {
            // If there is only one line, error messages need no line number.
            let place = lines.count > 1 ? self.place(ofLine: line.number) : ""
            if await run(line: line.text, place: place, &status) == .done { continue }
            await reportSkippedLines(leftOutAfter: place, &status) { rest.popFirst() }
            break
        }
        return finalExitCode(status.code)
    }

    /// Runs a script until a line fails or, with `--keep-going`, to the end.
    ///
    /// - Parameters:
    ///   - name: The file's name, for error messages.
    ///   - mayBlock: Whether reading may block. Default: `true`.
    ///   - read: Returns the available bytes; `nil` at the end.
    private func runScript(
        _ name: String?, mayBlock: Bool = true, _ read: () async throws -> [UInt8]?
    ) async -> Int32 {
        var script = ScriptLines()
        var status = ScriptStatus(keepsGoing: launch.keepsGoing)
        let file = name.map { "\(visible($0)): " } ?? ""
        do {
            while let line = try await nextLine(of: &script, read) {
                let place = file + self.place(ofLine: line.number)
                if await run(line: line.text, place: place, &status) == .done { continue }
                await reportSkippedLines(leftOutAfter: place, &status) {
                    // Don't wait for more input, which would be ignored anyway.
                    try await nextLine(of: &script, readsOn: !mayBlock, read)
                }
                break
            }
        } catch {
            status.fail(report(error, place: file))
        }
        return finalExitCode(status.code)
    }

    /// Returns the next bytes of standard input; `nil` at the end.
    private func readInput() async throws -> [UInt8]? {
        await session?.inputIsAwaited()
        return try await streams.read()
    }

    private func runFile(_ path: String) async -> Int32 {
        if path == "-" {
            linesComeFromInput = true
            return await runScript(nil, readInput)
        }
        do {
            let file = try InputFile(path: path, relativeTo: environment.workingDirectory)
            return await runScript(path, mayBlock: file.mayBlock) {
                let bytes = try file.read(upTo: 1 << 16)
                return bytes.isEmpty ? nil : bytes
            }
        } catch {
            return finalExitCode(report(error, place: ""))
        }
    }

    /// Runs a line of a script and updates the status.
    private func run(line: String, place: String, _ status: inout ScriptStatus) async -> Outcome {
        do {
            let words = try Tokenizer.words(of: line)
            if !words.isEmpty, try await run(words) == .quit { return .quit }
        } catch is BrokenPipeError {
            status.hasLostReader = true
            return .quit
        } catch {
            status.fail(report(error, place: place))
            // If output can't be written any more, stop.
            if !status.keepsGoing || error is StreamError { return .quit }
        }
        return Signals.terminationSignal == nil ? .done : .quit
    }

    /// Reports that lines were skipped because the reader of the output closed the pipe.
    ///
    /// - Parameters:
    ///   - place: The number of the last line that ran, as a text for the error message.
    ///   - status: The status of the script.
    ///   - next: Returns the next remaining line that is already available; `nil` at the end.
    private func reportSkippedLines(
        leftOutAfter place: String, _ status: inout ScriptStatus,
        _ next: () async throws -> ScriptLines.Line?
    ) async {
        guard status.hasLostReader, Signals.terminationSignal == nil, await hasWork(next) else { return }
        status.fail(report(SkippedLines(), place: place))
    }

    /// Returns whether the first remaining command differs from `quit`.
    private func hasWork(_ next: () async throws -> ScriptLines.Line?) async -> Bool {
        do {
            while let line = try await next() {
                let words = try Tokenizer.words(of: line.text)
                if words.isEmpty { continue }
                return try BuiltInCommand(grammar.parse(words).declaration) != .quit
            }
            return false
        } catch {
            // An invalid line also counts as a remaining command, because running it would have reported an
            // error.
            return true
        }
    }

    /// Returns the next line of a script. If `readsOn` is `false`, only bytes that were already read are
    /// used.
    private func nextLine(
        of script: inout ScriptLines, readsOn: Bool = true, _ read: () async throws -> [UInt8]?
    ) async throws -> ScriptLines.Line? {
        while true {
            if let line = try script.next() { return line }
            guard readsOn, let bytes = try await read() else {
                script.finish()
                return try script.next()
            }
            script.append(bytes)
        }
    }

    private func place(ofLine number: Int) -> String {
        localizer.string(text("line %@:", String(number))) + " "
    }

    /// Returns the exit code of the program. If a signal requested termination, this is the code of the
    /// signal; otherwise, it is `code`.
    private func finalExitCode(_ code: Int32) -> Int32 {
        Signals.terminationSignal.map { 128 + $0 } ?? code
    }
}

// MARK: - The prompt

extension ShellApplication {
    /// Runs the lines that a user types, until the user quits.
    private func runPrompt() async -> Int32 {
        let reader = lines()
        Signals.interruptTerminates = false
        do {
            // Report a store that can't be opened before the user types anything.
            try await openSession()
            if !launch.options.quiet { try await write(greeting) }
            reportKeptDrafts(drafts.keepAbandonedDrafts())
            while Signals.terminationSignal == nil {
                // Get the session again for each line, because a replaced store gets a new session.
                try await openSession()
                guard let session else { break }
                showNotices(of: session)
                let prompt = PromptText.string(session.prompt, presentation())
                let idleWork = Task { await session.inputIsAwaited() }
                let typed = await readCommand(reader, prompt: prompt)
                await idleWork.value
                guard let typed else { break }
                if try await runTyped(typed, reader) == .quit { break }
            }
            return finalExitCode(0)
        } catch {
            return finalExitCode(report(error, place: ""))
        }
    }

    /// Creates the session if there is none. Ctrl-C cancels a wait for the store.
    private func openSession() async throws {
        if session != nil { return }
        try await Signals.runCancellable(Task { @MainActor in _ = try await currentSession(for: .change) })
    }

    /// Shows the session's notices before the next prompt.
    private func showNotices(of session: Session) {
        let notices = session.notices()
        if notices.isEmpty { return }
        let output = Output(notices.map { .message($0) })
        streams.writeDiagnostics(Renderer.render(output, diagnosticPresentation).output)
    }

    /// Reads a command of one or several lines; returns `nil` at the end.
    private func readCommand(_ reader: any LineReading, prompt: String) async -> String? {
        var command = ""
        while true {
            let completer = command.isEmpty ? completer : nil
            let event = await reader.readLine(prompt: command.isEmpty ? prompt : "> ", initial: "") {
                completer?.complete($0, at: $1)
            }
            switch event {
            case .interrupted:
                command = ""
            case .invalidUTF8:
                _ = report(LineError.invalidInput, place: nil)
                command = ""
            case .end:
                return nil
            case .line(let line):
                command += line
                let backslashes = command.utf8.reversed().prefix { $0 == .backslash }.count
                if backslashes % 2 == 0 { return command }
                command.removeLast()
            }
        }
    }

    /// Runs typed or pasted lines. After an error, the prompt returns, and the key Up shows the lines that
    /// were not run.
    private func runTyped(_ typed: String, _ reader: any LineReading) async throws -> Outcome {
        var script = ScriptLines(of: typed)
        let interrupts = Signals.interruptCount
        while true {
            do {
                guard let line = try script.next() else { return .done }
                if !grammar.hasSecret(line.text) { reader.remember(line.text) }
                let words = try Tokenizer.words(of: line.text)
                if try await run(words) == .quit { return .quit }
                // Ctrl-C cancels all pasted lines, even if the running command couldn't be cancelled.
                if Signals.interruptCount != interrupts, !script.isFinished { throw CancellationError() }
            } catch let error as StreamError {
                // The terminal can't be used any more, so end the program.
                throw error
            } catch is BrokenPipeError {
                return .quit
            } catch {
                _ = report(error, place: nil)
                keepForUp(&script, reader)
                return .done
            }
        }
    }

    /// Reports how many pasted lines were not run, and keeps them for the key Up.
    private func keepForUp(_ script: inout ScriptLines, _ reader: any LineReading) {
        var lines: [String] = []
        while let line = try? script.next() { lines.append(line.text) }
        if lines.isEmpty { return }
        let kept = lines.filter { !grammar.hasSecret($0) }
        if !kept.isEmpty { reader.rememberBlock(kept) }
        let notice = text("%lld lines were not run. Press Up to get them back.", lines.count)
        streams.writeDiagnostics(Renderer.render(Output([.message(notice)]), diagnosticPresentation).output)
    }

    private var greeting: Output {
        Output([
            .message(.verbatim("\(program.name) \(program.version.number)")),
            .message(program.summary),
            .message(text("“help” lists the commands, “quit” or Ctrl-D leaves.")),
        ])
    }
}

/// The status of a running script.
private struct ScriptStatus {
    /// Whether the script continues after a line that fails.
    let keepsGoing: Bool
    /// The exit code of the first failure; 0 if there was none.
    private(set) var code: Int32 = 0
    /// Whether the reader of the output closed the pipe.
    var hasLostReader = false

    mutating func fail(_ code: Int32) {
        if self.code == 0 { self.code = code }
    }
}

/// The error if the reader of a script's output closes the pipe before all lines have run.
struct SkippedLines: PresentableError {
    var problem: LocalizedText {
        text("The reader of the output closed the pipe, so the lines after this one were not run.")
    }
    var remedy: LocalizedText? {
        text("To run all lines, redirect the output to a file or to /dev/null.")
    }
    var failure: FailureKind { .brokenPipe }
}

/// The standard input of the process, for commands whose file argument is `-`.
///
/// ```swift
/// func size(of input: StandardInput) async throws -> Int {
///     var size = 0
///     while case let bytes = try await input.read(), !bytes.isEmpty { size += bytes.count }
///     return size
/// }
/// ```
public struct StandardInput: Sendable {
    private let readNext: @Sendable () async throws -> [UInt8]?

    /// Creates an input.
    ///
    /// - Parameter read: Returns the available bytes, at least one; `nil` at the end.
    public init(_ read: @escaping @Sendable () async throws -> [UInt8]?) { readNext = read }

    /// Returns the available bytes, at least one; an empty array at the end.
    ///
    /// - Throws: ``StreamError``, and `CancellationError` if the command is cancelled meanwhile.
    public func read() async throws -> [UInt8] { try await readNext() ?? [] }
}

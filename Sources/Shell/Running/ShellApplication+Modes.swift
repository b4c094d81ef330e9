import Foundation
import Localization

extension ShellApplication {
    /// Runs the program as its arguments say, and returns the process's exit code.
    func run(arguments: [String]) async -> Int32 {
        defer { close() }
        do {
            do {
                launch = try LaunchArguments(arguments, ofProgram: program.options, context: parseContext)
            } catch {
                preferences.apply(LaunchArguments.manners(of: arguments, context: parseContext))
                throw error
            }
            preferences.apply(launch.options)
            warnOfSettings()
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
        return isInteractive ? await runPrompt() : await runScript(nil) { try await streams.read() }
    }

    /// Says what in the settings is left aside.
    private func warnOfSettings() {
        for problem in preferences.problems {
            let technical = problem.technicalWords.map { [Block.message($0)] } ?? []
            let warning = Output([.warning(problem.problem)] + technical)
            streams.writeDiagnostics(Renderer.render(warning, diagnosticPresentation).output)
        }
    }

    /// One command from the command line of the operating system. Its standard input is the command's own.
    private func runCommand(_ words: [String]) async -> Int32 {
        do {
            let call = try launchGrammar.parse(words)
            try launch.apply(call.universal, context: parseContext)
            preferences.apply(launch.options)
            _ = try await run(call, isLaunched: true)
            return ending(0)
        } catch {
            return ending(report(error, place: ""))
        }
    }

    /// The commands as they are called on the command line of the operating system, where more options stand behind them.
    var launchGrammar: Grammar {
        Grammar(
            commands: grammar.commands,
            universal: UniversalOptions.ofEveryCommand + UniversalOptions.ofLaunch + program.options)
    }

    /// The lines of `-c`, in order, up to the first that fails.
    private func runLines(_ lines: [ScriptLines.Line]) async -> Int32 {
        var ending = ScriptEnding(keepsGoing: launch.keepsGoing)
        var rest = lines[...]
        while let line = rest.popFirst() {
            // One line needs no number.
            let place = lines.count > 1 ? self.place(ofLine: line.number) : ""
            if await run(line: line.text, place: place, &ending) == .done { continue }
            await tellOfLines(leftOutAfter: place, &ending) { rest.popFirst() }
            break
        }
        return self.ending(ending.code)
    }

    /// A script, up to the first line that fails.
    ///
    /// - Parameters:
    ///   - name: The file's name, for errors.
    ///   - mayKeepWaiting: Whether reading may have to wait for bytes.
    ///   - read: Reads the bytes that are there; `nil` at the end.
    private func runScript(
        _ name: String?, mayKeepWaiting: Bool = true, _ read: () async throws -> [UInt8]?
    ) async -> Int32 {
        var script = ScriptLines()
        var ending = ScriptEnding(keepsGoing: launch.keepsGoing)
        let file = name.map { "\(visible($0)): " } ?? ""
        do {
            while let line = try await nextLine(of: &script, read) {
                let place = file + self.place(ofLine: line.number)
                if await run(line: line.text, place: place, &ending) == .done { continue }
                await tellOfLines(leftOutAfter: place, &ending) {
                    // More may never come, and nothing would be done with it.
                    try await nextLine(of: &script, readsOn: !mayKeepWaiting, read)
                }
                break
            }
        } catch {
            ending.fail(report(error, place: file))
        }
        return self.ending(ending.code)
    }

    private func runFile(_ path: String) async -> Int32 {
        if path == "-" {
            linesComeFromInput = true
            return await runScript(nil) { try await streams.read() }
        }
        do {
            let file = try InputFile(path: path, relativeTo: surroundings.workingDirectory)
            return await runScript(path, mayKeepWaiting: file.mayKeepWaiting) {
                let bytes = try file.read(upTo: 1 << 16)
                return bytes.isEmpty ? nil : bytes
            }
        } catch {
            return ending(report(error, place: ""))
        }
    }

    /// Runs a line of a script, and notes how it went.
    private func run(line: String, place: String, _ ending: inout ScriptEnding) async -> Outcome {
        do {
            let words = try Tokenizer.words(of: line).map(\.text)
            if !words.isEmpty, try await run(words) == .quit { return .quit }
        } catch is ReaderGone {
            ending.hasLostReader = true
            return .quit
        } catch {
            ending.fail(report(error, place: place))
            // Where nothing can be written any more, nothing more is to be done.
            if !ending.keepsGoing || error is StreamError { return .quit }
        }
        return Signals.termination == nil ? .done : .quit
    }

    /// Says that a script ends before its last line, where it does so because nobody reads what it writes.
    ///
    /// - Parameters:
    ///   - place: The line after which it ends.
    ///   - ending: How the script has gone.
    ///   - next: The lines that follow, one after the other, as far as they are at hand.
    private func tellOfLines(
        leftOutAfter place: String, _ ending: inout ScriptEnding,
        _ next: () async throws -> ScriptLines.Line?
    ) async {
        guard ending.hasLostReader, Signals.termination == nil, await hasWork(next) else { return }
        ending.fail(report(LinesLeftOut(), place: place))
    }

    /// Whether there is something to do in lines.
    private func hasWork(_ next: () async throws -> ScriptLines.Line?) async -> Bool {
        do {
            while let line = try await next() {
                let words = try Tokenizer.words(of: line.text).map(\.text)
                if words.isEmpty { continue }
                return try BuiltInCommand(grammar.parse(words).declaration) != .quit
            }
            return false
        } catch {
            // A mistake would have been told.
            return true
        }
    }

    /// The next line of a script; where `readsOn` is false, of what was read of it before.
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

    /// The exit code, considering the signal that asked the program to end.
    private func ending(_ code: Int32) -> Int32 {
        Signals.termination.map { 128 + $0 } ?? code
    }
}

// MARK: - The prompt

extension ShellApplication {
    /// Lines that a person types, until they leave.
    private func runPrompt() async -> Int32 {
        let reader = lines()
        Signals.interruptEnds = false
        do {
            // A store that can't be opened is better known before anything is typed.
            try await Signals.whileRunning(Task { @MainActor in _ = try currentSession() })
            if !launch.options.quiet { try await write(greeting) }
            tellOfKept(drafts.keepWhatKilledProgramsLeft())
            while Signals.termination == nil {
                // It may be another one than before: data that were replaced are opened anew.
                let session = try currentSession()
                tellNotices(of: session)
                let prompt = PromptText.string(session.prompt, presentation())
                guard let typed = await readCommand(reader, prompt: prompt) else { break }
                if try await runTyped(typed) == .quit { break }
            }
            return ending(0)
        } catch {
            return ending(report(error, place: ""))
        }
    }

    /// Says what a person should know before they go on.
    private func tellNotices(of session: Session) {
        let notices = session.notices()
        if notices.isEmpty { return }
        let output = Output(notices.map { .message($0) })
        streams.writeDiagnostics(Renderer.render(output, diagnosticPresentation).output)
    }

    /// Reads a command of one or several lines; `nil` at the end.
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
            case .notText:
                _ = report(LineError.invalidInput, place: nil)
                command = ""
            case .end:
                return nil
            case .line(let line):
                command += line
                let backslashes = command.utf8.reversed().prefix { $0 == .backslash }.count
                if backslashes % 2 == 0 {
                    reader.remember(command)
                    return command
                }
                command.removeLast()
            }
        }
    }

    /// Runs what was typed or pasted. What is wrong with a line is said, and the person goes on.
    private func runTyped(_ typed: String) async throws -> Outcome {
        var script = ScriptLines(of: typed)
        let interrupts = Signals.interruptCount
        while true {
            do {
                guard let line = try script.next() else { return .done }
                // Ctrl-C is meant for all that was pasted, also where what ran when it came could not be broken off.
                if Signals.interruptCount != interrupts { throw CancellationError() }
                let words = try Tokenizer.words(of: line.text).map(\.text)
                if try await run(words) == .quit { return .quit }
            } catch let error as StreamError {
                // The terminal is gone.
                throw error
            } catch is ReaderGone {
                return .quit
            } catch {
                _ = report(error, place: nil)
                return .done
            }
        }
    }

    private var greeting: Output {
        Output([
            .message(.verbatim("\(program.name) \(program.version)")),
            .message(program.summary),
            .message(text("“help” lists the commands, “quit” or Ctrl-D leaves.")),
        ])
    }
}

/// How a script has gone so far.
private struct ScriptEnding {
    /// Whether it goes on after a line that fails.
    let keepsGoing: Bool
    /// The exit code: that of the first failure.
    private(set) var code: Int32 = 0
    /// Whether nobody reads what it writes any more.
    var hasLostReader = false

    mutating func fail(_ code: Int32) {
        if self.code == 0 { self.code = code }
    }
}

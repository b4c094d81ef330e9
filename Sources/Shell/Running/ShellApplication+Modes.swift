import Foundation
import Localization

extension ShellApplication {
    /// Runs the program as its arguments say, and returns the process's exit code.
    func run(arguments: [String]) async -> Int32 {
        defer { close() }
        do {
            launch = try LaunchArguments(arguments, context: parseContext)
            resolveLanguage()
            if launch.asksForVersion {
                try write(versionOutput)
                return 0
            }
            if launch.asksForHelp {
                try writeHelp(help.launchPage(summary: program.summary))
                return 0
            }
            if !launch.command.isEmpty { return await runCommand(launch.command) }
        } catch {
            return report(error, place: "")
        }
        if !launch.lines.isEmpty { return await runLines(launch.lines) }
        return isInteractive ? await runPrompt() : await runScript()
    }

    /// One command from the command line of the operating system. Its standard input is the command's own.
    private func runCommand(_ words: [String]) async -> Int32 {
        do {
            let universal = UniversalOptions.ofEveryCommand + UniversalOptions.ofLaunch
            let call = try Grammar(commands: grammar.commands, universal: universal).parse(words)
            try launch.apply(call.universal, context: parseContext)
            resolveLanguage()
            _ = try await run(call, isLaunched: true)
            return ending(0)
        } catch {
            return ending(report(error, place: ""))
        }
    }

    /// The lines of `-c`, in order, up to the first that fails.
    private func runLines(_ lines: [String]) async -> Int32 {
        for (index, line) in lines.enumerated() {
            // One line needs no number.
            let place = lines.count > 1 ? self.place(ofLine: index + 1) : ""
            do {
                let words = try Tokenizer.words(of: line).map(\.text)
                if words.isEmpty { continue }
                if try await run(words) == .quit { break }
            } catch {
                return ending(report(error, place: place))
            }
            if Signals.termination != nil { break }
        }
        return ending(0)
    }

    /// A script from standard input, up to the first line that fails.
    private func runScript() async -> Int32 {
        var script = ScriptLines()
        var place = ""
        do {
            while true {
                place = ""
                guard let line = try await nextLine(of: &script) else { return ending(0) }
                place = self.place(ofLine: line.number)
                let words = try Tokenizer.words(of: line.text).map(\.text)
                if try await run(words) == .quit || Signals.termination != nil { return ending(0) }
            }
        } catch {
            return ending(report(error, place: place))
        }
    }

    private func nextLine(of script: inout ScriptLines) async throws -> ScriptLines.Line? {
        while true {
            if let line = try script.next() { return line }
            guard let bytes = try await streams.read() else {
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
            let session = try currentSession()
            try write(greeting)
            while Signals.termination == nil {
                let typed = await readCommand(reader, prompt: "\(session.prompt)> ")
                guard let typed else { break }
                if try await runTyped(typed) == .quit { break }
            }
            return ending(0)
        } catch {
            return ending(report(error, place: ""))
        }
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
        var script = ScriptLines()
        // Comments belong to scripts, also to those that are pasted.
        script.skipsComments = typed.utf8.contains(.lineFeed)
        script.append(typed.utf8)
        script.finish()
        while true {
            do {
                guard let line = try script.next() else { return .done }
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

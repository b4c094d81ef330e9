@preconcurrency import CReadline
import Dispatch
import Foundation
import Localization

extension Program {
    /// Runs the program with the arguments of the process, and ends the process with the exit code.
    ///
    /// ```swift
    /// @main
    /// enum MyBooks {
    ///     static func main() async { await program.main() }
    ///
    ///     @MainActor static var program: Program<BookSession> {
    ///         Program(
    ///             name: "mybooks", version: "1.0.0", summary: text("A reading log."),
    ///             commands: [ListCommand()], makeSession: { BookSession($0) })
    ///     }
    /// }
    /// ```
    public func main() async -> Never {
        creadline_use_one_heap()
        let application = ShellApplication(
            self, streams: .ofProcess(), environment: .ofProcess(),
            makeLineReader: LineReader.init(program:environment:historyLength:))
        guard Descriptors.areSufficient() else { exit(application.report(TooFewDescriptors(), place: "")) }
        application.beginSignals()
        exit(await application.runProcess())
    }

    /// Runs the program with other arguments, streams and another environment, for tests.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - streams: The standard streams.
    ///   - environment: The variables, the clock, the time zone and the working directory.
    /// - Returns: The exit code.
    public func run(
        arguments: [String], streams: StandardStreams, environment: ProcessEnvironment
    ) async -> Int32 {
        let application = ShellApplication(
            self, streams: streams, environment: environment,
            makeLineReader: LineReader.init(program:environment:historyLength:))
        return await application.run(arguments: arguments)
    }
}

extension ShellApplication {
    /// Runs the program with the arguments of the process.
    func runProcess() async -> Int32 {
        removeStaleFiles()
        var arguments: [String] = []
        for (number, argument) in UnsafeArguments.afterName.enumerated() {
            guard let text = String(validating: argument, as: UTF8.self) else {
                return report(LineError.invalidArgument(number: number + 1), place: "")
            }
            arguments.append(text)
        }
        return await run(arguments: arguments)
    }

    /// Removes incomplete files and empty drafts of killed processes.
    private func removeStaleFiles() {
        let directories = StandardDirectories(environment: environment.variables, program: program.name)
        for directory in [directories.config, directories.state].compactMap({ $0 }) {
            TemporaryFile.removeStale(in: directory)
        }
        drafts.removeEmptyAbandonedDrafts()
    }

    /// Starts to handle Ctrl-C and the signals that end the program.
    func beginSignals() {
        Signals.observe([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [weak self] number in
            self?.handle(signal: number)
        }
    }

    private func handle(signal number: Int32) {
        if number == SIGINT, lineReader?.isReading != true {
            Signals.cancelRunningTask()
            // The terminal has echoed “^C”, so start a new line.
            if isRunningCommand, streams.isErrorTerminal { streams.writeDiagnostics([.lineFeed]) }
        }
        guard Signals.terminationSignal != nil else { return }
        // The running command and its question are already cancelled. Let that command clean up before the
        // program ends.
        if isRunningCommand {
            lineReader?.endReading()
            return
        }
        close()
        exit(128 + number)
    }
}

/// The arguments of the process as bytes. `CommandLine.arguments` replaces invalid UTF-8.
enum UnsafeArguments {
    static var afterName: [[UInt8]] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { pointer in
                Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer))).map(
                    UInt8.init(bitPattern:))
            }
        }
    }
}

extension ProcessEnvironment {
    /// Returns the environment of this process.
    static func ofProcess() -> ProcessEnvironment {
        ProcessEnvironment(
            variables: ProcessInfo.processInfo.environment, timeZone: .current, now: { Date() },
            workingDirectory: FileManager.default.currentDirectoryPath)
    }
}

extension LineReader {
    /// Creates a line reader with the program's history.
    convenience init(program: String, environment: ProcessEnvironment, historyLength: Int) {
        let state = StandardDirectories(environment: environment.variables, program: program).state
        self.init(
            programName: program, history: History(path: state.map { "\($0)/history" }, limit: historyLength),
            isUTF8: Language.isUTF8(environment: environment.variables),
            writesToStandardError: isatty(STDOUT_FILENO) != 1)
        Signals.observe([SIGINT, SIGWINCH, SIGTSTP]) { [weak self] in self?.handle(signal: $0) }
    }
}

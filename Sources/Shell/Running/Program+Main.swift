import Dispatch
import Foundation
import Localization

extension Program {
    /// Runs the program in this process, as its command line says, and ends the process with the exit code.
    ///
    /// ```swift
    /// @main
    /// enum MyBooks {
    ///     static func main() async { await Program(name: "mybooks", …).main() }
    /// }
    /// ```
    public func main() async -> Never {
        let application = ShellApplication(
            self, streams: .ofProcess(), surroundings: .ofProcess(),
            makeLineReader: LineReader.init(program:surroundings:historyLength:))
        guard Descriptors.suffice() else { exit(application.report(TooFewDescriptors(), place: "")) }
        application.beginSignals()
        exit(await application.runProcess())
    }

    /// Runs the program with arguments, streams and surroundings of the caller's, as tests do.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - streams: What the program reads and writes.
    ///   - surroundings: The environment, the clock and the time zone.
    /// - Returns: The exit code.
    public func run(
        arguments: [String], streams: StandardStreams, surroundings: Surroundings
    ) async -> Int32 {
        let application = ShellApplication(
            self, streams: streams, surroundings: surroundings,
            makeLineReader: LineReader.init(program:surroundings:historyLength:))
        return await application.run(arguments: arguments)
    }
}

extension ShellApplication {
    /// Runs the program on the process's arguments.
    func runProcess() async -> Int32 {
        removeWhatKilledProgramsLeft()
        var arguments: [String] = []
        for (number, argument) in UnsafeArguments.afterName.enumerated() {
            guard let text = String(validating: argument, as: UTF8.self) else {
                return report(LineError.invalidArgument(number: number + 1), place: "")
            }
            arguments.append(text)
        }
        return await run(arguments: arguments)
    }

    /// Removes settings and histories that were half written when an earlier process was killed, and texts that were in
    /// the editor, where the person had written nothing.
    private func removeWhatKilledProgramsLeft() {
        let directories = StandardDirectories(environment: surroundings.environment, program: program.name)
        for directory in [directories.config, directories.state].compactMap({ $0 }) {
            PartialFile.removeStale(in: directory)
        }
        drafts.removeWhatKilledProgramsLeft()
    }

    /// Acts on Ctrl-C and on requests to end.
    func beginSignals() {
        Signals.observe([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [weak self] number in
            self?.handle(signal: number)
        }
    }

    private func handle(signal number: Int32) {
        if number == SIGINT, lineReader?.isReading != true {
            Signals.cancelWhatRuns()
            // The terminal has written “^C”.
            if isRunningCommand, streams.isErrorTerminal { streams.writeDiagnostics([.lineFeed]) }
        }
        guard Signals.termination != nil else { return }
        // A running command is cancelled already, and ends with what it has open; so does a question it asks.
        if isRunningCommand {
            lineReader?.abandon()
            return
        }
        close()
        exit(128 + number)
    }
}

/// The process's arguments, byte for byte: Swift's own list replaces what is not UTF-8.
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

extension Surroundings {
    /// What the process runs in.
    static func ofProcess() -> Surroundings {
        Surroundings(
            environment: ProcessInfo.processInfo.environment, timeZone: .current, now: { Date() },
            workingDirectory: FileManager.default.currentDirectoryPath)
    }
}

extension LineReader {
    /// A reader with the program's own history.
    convenience init(program: String, surroundings: Surroundings, historyLength: Int) {
        let state = StandardDirectories(environment: surroundings.environment, program: program).state
        self.init(
            programName: program, history: History(path: state.map { "\($0)/history" }, limit: historyLength),
            isUTF8: Language.isUTF8(environment: surroundings.environment),
            writesToStandardError: isatty(STDOUT_FILENO) != 1)
        Signals.observe([SIGINT, SIGWINCH, SIGTSTP]) { [weak self] in self?.handle(signal: $0) }
    }
}

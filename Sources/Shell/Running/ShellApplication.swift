import Foundation
import Localization

/// A running program: takes lines from wherever they come, and runs the commands that they call.
@MainActor
final class ShellApplication<Session: ShellSession> {
    let program: Program<Session>
    let streams: StandardStreams
    let surroundings: Surroundings
    /// How lines are read at a terminal; made when a person is first asked for one.
    let makeLineReader: @MainActor (_ program: String, _ surroundings: Surroundings) -> any LineReading

    var launch = LaunchArguments()
    var localizer: Localizer
    let grammar: Grammar
    private(set) var lineReader: (any LineReading)?
    private(set) var session: Session?
    private let commands: [String: any Command<Session>]
    private lazy var interaction: any Interaction = makeInteraction()
    private(set) var isRunningCommand = false

    /// Whether a person types the input and sees what the program asks.
    var isInteractive: Bool {
        streams.isInputTerminal && (streams.isOutputTerminal || streams.isErrorTerminal)
    }

    init(
        _ program: Program<Session>, streams: StandardStreams, surroundings: Surroundings,
        makeLineReader: @escaping @MainActor (String, Surroundings) -> any LineReading
    ) {
        self.program = program
        self.streams = streams
        self.surroundings = surroundings
        self.makeLineReader = makeLineReader
        let declarations = program.commands.map(\.declaration)
        commands = Dictionary(zip(declarations.map(\.name), program.commands)) { first, _ in first }
        let names = declarations.map(\.name) + BuiltInCommand.allCases.map(\.rawValue)
        grammar = Grammar(
            commands: declarations + BuiltInCommand.allCases.map { $0.declaration(commandNames: names) })
        localizer = Localizer(
            Language.resolve(option: nil, setting: nil, environment: surroundings.environment))
    }

    /// Speaks the language that the command line asks for, or else that of the environment.
    func resolveLanguage() {
        localizer = Localizer(
            Language.resolve(
                option: launch.options.language, setting: nil, environment: surroundings.environment))
    }

    /// What the reading of arguments depends on.
    var parseContext: ParseContext {
        let (surroundings, localizer) = (surroundings, localizer)
        return ParseContext(
            localizer: localizer,
            today: CivilDate.today(now: surroundings.now(), timeZone: surroundings.timeZone),
            home: StandardDirectories(environment: surroundings.environment, program: program.name).home)
    }

    /// How outputs look now; the terminal may have been resized.
    func presentation(_ format: OutputFormat? = nil) -> Presentation {
        let environment = surroundings.environment
        let isDumb = environment["TERM"] == nil || environment["TERM"] == "dumb"
        let hasColor = streams.isOutputTerminal && !isDumb && environment["NO_COLOR", default: ""].isEmpty
        return Presentation(
            format: format ?? launch.format ?? (streams.isOutputTerminal ? .table : .plain),
            width: width(ofTerminal: streams.isOutputTerminal), localizer: localizer,
            usesColor: hasColor, usesUnicode: Language.isUTF8(environment: environment))
    }

    /// The columns of a stream, if it has any: those of the terminal, or those that the environment says.
    private func width(ofTerminal isTerminal: Bool) -> Int? {
        if isTerminal, let width = streams.width() { return width }
        let columns = surroundings.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return columns ?? (isTerminal ? 80 : nil)
    }

    /// The reader of lines at the terminal.
    func lines() -> any LineReading {
        if let lineReader { return lineReader }
        let reader = makeLineReader(program.name, surroundings)
        lineReader = reader
        return reader
    }

    /// The session, which begins when a command first needs it.
    func currentSession() throws -> Session {
        if let session { return session }
        let session = try program.makeSession(
            SessionContext(
                programName: program.name, options: launch.options, surroundings: surroundings,
                localizer: localizer, interaction: interaction))
        self.session = session
        return session
    }

    /// How Tab completes a line.
    var completer: Completer {
        Completer(
            grammar: grammar,
            liveValues: { [weak self] source, typed in
                (try? self?.session?.candidates(for: source, matching: typed)) ?? []
            },
            workingDirectory: surroundings.workingDirectory, home: parseContext.home)
    }

    private func makeInteraction() -> any Interaction {
        guard isInteractive else { return ScriptInteraction() }
        return TerminalInteraction(
            lines: { [unowned self] in lines() }, completer: { [unowned self] in completer },
            streams: streams, environment: surroundings.environment,
            presentation: { [unowned self] in presentation() })
    }

    /// Ends what is open: the line being typed, the history, the session.
    func close() {
        lineReader?.abandon()
        lineReader?.close()
        session?.close()
        session = nil
    }
}

// MARK: - Running a call

extension ShellApplication {
    /// Whether to go on after a line.
    enum Outcome {
        case done
        case quit
    }

    /// Runs the command that words call, and writes what it says.
    func run(_ words: [String]) async throws -> Outcome {
        try await run(grammar.parse(words))
    }

    /// Runs a call, and writes what the command says.
    func run(_ call: Call, isLaunched: Bool = false) async throws -> Outcome {
        let format = try LaunchArguments.format(of: call.universal, context: parseContext)
        if call.asksForHelp {
            try writeHelp(help.page(of: call.declaration, isLaunched: isLaunched), format)
            return .done
        }
        if commands[call.declaration.name] == nil, let builtIn = BuiltInCommand(call.declaration) {
            return try run(builtIn, call, format: format, isLaunched: isLaunched)
        }
        guard let command = commands[call.declaration.name] else { return .done }
        isRunningCommand = true
        defer { isRunningCommand = false }
        let output = try await Signals.whileRunning(
            Task { @MainActor in
                let session = try currentSession()
                let invocation = try await invocation(of: call)
                return try await session.execute(call.declaration) {
                    try await command.run(invocation, in: session)
                }
            })
        interaction.progress(nil)
        try write(output, format)
        return .done
    }

    private func run(
        _ command: BuiltInCommand, _ call: Call, format: OutputFormat?, isLaunched: Bool
    ) throws -> Outcome {
        switch command {
        case .quit:
            return .quit
        case .version:
            try write(versionOutput, format)
        case .help:
            guard let name = call.values["command"]?.first else {
                try writeHelp(
                    isLaunched ? help.launchPage(summary: program.summary) : help.commandList(), format)
                return .done
            }
            let topic = try grammar.parse([name, "--help"]).declaration
            try writeHelp(help.page(of: topic, isLaunched: isLaunched), format)
        }
        return .done
    }

    /// The checked arguments. A person at a terminal is asked for what must be there and isn't.
    private func invocation(of call: Call) async throws -> Invocation {
        var call = call
        let context = parseContext
        var values = try ArgumentValues.values(of: call, context)
        while let parameter = call.missing {
            guard interaction.isInteractive, let question = parameter.question else {
                throw UsageError.missingArgument(
                    Usage.positionalName(parameter), usage: Usage.line(of: call.declaration))
            }
            let answer = try await interaction.ask(question, initial: "", completion: parameter.completion) {
                _ = try parameter.parse($0, context)
            }
            call.values[parameter.name, default: []].append(answer)
            values[parameter.name, default: []].append(try parameter.parse(answer, context))
        }
        return Invocation(command: call.declaration.name, values: values)
    }

    var help: Help { Help(programName: program.name, grammar: grammar) }

    var versionOutput: Output { .message(.verbatim("\(program.name) \(program.version)")) }
}

// MARK: - Writing

extension ShellApplication {
    /// Writes an output to the standard streams.
    func write(_ output: Output, _ format: OutputFormat? = nil) throws {
        let rendering = Renderer.render(output, presentation(format))
        if !rendering.diagnostics.isEmpty { streams.writeDiagnostics(rendering.diagnostics) }
        if !rendering.output.isEmpty { try streams.write(rendering.output) }
    }

    /// Writes help, which keeps its headings in a pipe too.
    func writeHelp(_ blocks: [Block], _ format: OutputFormat? = nil) throws {
        try write(Output(blocks), format ?? launch.format ?? .table)
    }

    /// Writes an error to standard error and returns the exit code that it stands for.
    ///
    /// - Parameter place: What stands between the program's name and the problem, such as the line of a script;
    ///   `nil` at the prompt, where the program has no need to name itself.
    func report(_ error: any Error, place: String?) -> Int32 {
        if error is ReaderGone { return 0 }
        interaction.progress(nil)
        let presentable = presentable(error)
        let prefix = place.map { "\(program.name): \($0)" } ?? ""
        streams.writeDiagnostics(Renderer.render(presentable, prefix: prefix, diagnosticPresentation))
        return presentable.failure.rawValue
    }

    private var diagnosticPresentation: Presentation {
        var presentation = presentation(.table)
        presentation.width = width(ofTerminal: streams.isErrorTerminal)
        presentation.usesColor = presentation.usesColor && streams.isErrorTerminal
        return presentation
    }

    private func presentable(_ error: any Error) -> any PresentableError {
        if let presentable = error as? any PresentableError { return presentable }
        if error is InteractionCancelled || error is CancellationError { return CancelledByPerson() }
        return program.describe(error) ?? FileError(error) ?? UnexpectedError(error)
    }
}

import Foundation
import Localization

/// Makes the reader of lines at a terminal, which remembers so many of them.
typealias LineReaderMaker =
    @MainActor (_ program: String, _ surroundings: Surroundings, _ historyLength: Int) -> any LineReading

/// A running program: takes lines from wherever they come, and runs the commands that they call.
@MainActor
final class ShellApplication<Session: ShellSession> {
    let program: Program<Session>
    let streams: StandardStreams
    let surroundings: Surroundings
    /// How lines are read at a terminal; made when a person is first asked for one.
    let makeLineReader: LineReaderMaker

    var launch = LaunchArguments()
    let preferences: Preferences
    let grammar: Grammar
    /// The texts that are in the person's editor.
    let drafts: Drafts
    private(set) var lineReader: (any LineReading)?
    private(set) var session: Session?
    private let commands: [String: any Command<Session>]
    private(set) lazy var interaction: any Interaction = makeInteraction()
    private(set) var isRunningCommand = false
    /// Whether the lines of commands are read from standard input, or typed.
    var linesComeFromInput = false

    /// Whether a person types the input and sees what the program asks.
    var isInteractive: Bool {
        streams.isInputTerminal && (streams.isOutputTerminal || streams.isErrorTerminal)
    }

    init(
        _ program: Program<Session>, streams: StandardStreams, surroundings: Surroundings,
        makeLineReader: @escaping LineReaderMaker
    ) {
        self.program = program
        self.streams = streams
        self.surroundings = surroundings
        self.makeLineReader = makeLineReader
        let declarations = program.commands.map(\.declaration)
        commands = Dictionary(zip(declarations.map(\.name), program.commands)) { first, _ in first }
        preferences = Preferences(
            programName: program.name, settings: program.settings, surroundings: surroundings)
        drafts = Drafts(environment: surroundings.environment, program: program.name)
        let names = declarations.map(\.name) + BuiltInCommand.allCases.map(\.rawValue)
        let settings = preferences.declarations
        grammar = Grammar(
            commands: declarations
                + BuiltInCommand.allCases.map { $0.declaration(commandNames: names, settings: settings) })
    }

    /// The person's language.
    var localizer: Localizer { preferences.localizer }

    /// What the reading of arguments depends on.
    var parseContext: ParseContext {
        let (surroundings, localizer) = (surroundings, localizer)
        return ParseContext(
            localizer: localizer,
            today: CivilDate.today(now: surroundings.now(), timeZone: surroundings.timeZone),
            home: StandardDirectories(environment: surroundings.environment, program: program.name).home)
    }

    /// The reader of lines at the terminal.
    func lines() -> any LineReading {
        if let lineReader { return lineReader }
        let reader = makeLineReader(program.name, surroundings, preferences[ShellSettings.history])
        reader.speak { [unowned self] in LineWords(presentationForPeople) }
        lineReader = reader
        if let problem = reader.historyProblem { tell(problem) }
        return reader
    }

    /// The session, which begins when a command first needs it.
    ///
    /// - Parameters:
    ///   - isForCare: Whether it must begin also where the data can't be opened.
    ///   - onlyReads: Whether nothing is to be changed, as far as is known now.
    func currentSession(isForCare: Bool = false, onlyReads: Bool = false) throws -> Session {
        if let session { return session }
        let session = try program.makeSession(
            SessionContext(
                programName: program.name, options: launch.options, surroundings: surroundings,
                preferences: preferences, interaction: interaction,
                standardInput: linesComeFromInput ? nil : StandardInput(streams.read), isForCare: isForCare,
                onlyReads: onlyReads, isForOneCommand: !launch.command.isEmpty || launch.lines?.count == 1))
        self.session = session
        return session
    }

    /// Ends a session that is over.
    private func endSessionThatIsOver() {
        guard let session, session.isOver else { return }
        session.close()
        self.session = nil
    }

    /// How Tab completes a line.
    var completer: Completer { completer(opening: false) }

    /// How Tab completes a line.
    ///
    /// - Parameter opens: Whether a session is begun where there is none, for live values.
    func completer(opening opens: Bool) -> Completer {
        Completer(
            grammar: grammar,
            liveValues: { [weak self] source, typed in
                let session = opens ? try? self?.currentSession(onlyReads: true) : self?.session
                return (try? session?.candidates(for: source, matching: typed)) ?? []
            },
            localizer: localizer, workingDirectory: surroundings.workingDirectory, home: parseContext.home)
    }

    private func makeInteraction() -> any Interaction {
        guard isInteractive else { return ScriptInteraction() }
        return TerminalInteraction(
            lines: { [unowned self] in lines() }, completer: { [unowned self] in completer },
            streams: streams, surroundings: surroundings, drafts: drafts,
            presentation: { [unowned self] in presentationForPeople })
    }

    /// Ends what is open: the line being typed, the history, the session.
    func close() {
        lineReader?.abandon()
        do {
            try lineReader?.close()
        } catch {
            // It is no reason to fail: the work itself is saved.
            tell(error)
        }
        tellOfKept(drafts.end(isSaved: false))
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
        do {
            return try await run(grammar.parse(words))
        } catch let error as UsageError {
            // What is no command may be the name of something that the program has open.
            guard case .unknownCommand = error, let meant = session?.command(meantBy: words) else {
                throw error
            }
            return try await run(grammar.parse(meant))
        }
    }

    /// Runs a call, and writes what the command says.
    func run(_ call: Call, isLaunched: Bool = false) async throws -> Outcome {
        let format = try LaunchArguments.format(of: call.universal, context: parseContext)
        if call.asksForHelp {
            try await writeHelp(help.page(of: call.declaration, isLaunched: isLaunched), format)
            return .done
        }
        if commands[call.declaration.name] == nil, let builtIn = BuiltInCommand(call.declaration) {
            return try await run(builtIn, call, format: format, isLaunched: isLaunched)
        }
        guard let command = commands[call.declaration.name] else { return .done }
        endSessionThatIsOver()
        isRunningCommand = true
        defer {
            isRunningCommand = false
            endSessionThatIsOver()
        }
        let output: Output
        let rendered: RenderedOutput
        do {
            (output, rendered) = try await Signals.whileRunning(
                Task { @MainActor in
                    let session = try currentSession(
                        isForCare: call.declaration.isForCare, onlyReads: !call.declaration.changesData)
                    let invocation = try await invocation(of: call) {
                        try session.willAsk(for: call.declaration)
                        try command.willAsk(in: session)
                    }
                    let output = try await session.execute(call.declaration) {
                        try await command.run(invocation, in: session)
                    }
                    let rendered = self.rendered(
                        isQuiet(output, of: call.declaration, format) ? output.warningsAlone : output, format)
                    // What was done is told in any case.
                    if !call.declaration.changesData, output.showsData {
                        Signals.deliver()
                        try Task.checkCancellation()
                    }
                    return (output, rendered)
                })
        } catch {
            throw self.error(error, of: call.declaration)
        }
        interaction.progress(nil)
        tellOfKept(drafts.end(isSaved: true))
        try await write(rendered)
        if let problem = output.problem { throw problem }
        return .done
    }

    /// The checked arguments. A person at a terminal is asked for what must be there and isn't.
    ///
    /// - Parameters:
    ///   - call: What was typed.
    ///   - willAsk: Called before the first question; throws where the answers would be of no use.
    private func invocation(of call: Call, willAsk: () throws -> Void) async throws -> Invocation {
        var call = call
        let context = parseContext
        var values = try ArgumentValues.values(of: call, context)
        var hasAsked = false
        while let parameter = call.missing {
            guard interaction.isInteractive, let question = parameter.question else {
                throw UsageError.missingArgument(
                    Usage.positionalName(parameter),
                    usage: Usage.line(of: call.declaration, asks: interaction.isInteractive))
            }
            if !hasAsked { try willAsk() }
            hasAsked = true
            let answer = try await interaction.ask(question, initial: "", completion: parameter.completion) {
                _ = try parameter.parse($0, context)
            }
            call.values[parameter.name, default: []].append(answer)
            values[parameter.name, default: []].append(try parameter.parse(answer, context))
        }
        return Invocation(command: call.declaration.name, values: values)
    }

    var help: Help {
        Help(programName: program.name, grammar: grammar, launchOptions: launchOptions)
    }

    /// The options of the command line: those of every program, and the program's own.
    var launchOptions: [ParameterDeclaration] { LaunchArguments.parameters + program.options }

    var versionOutput: Output { .message(.verbatim("\(program.name) \(program.version)")) }
}

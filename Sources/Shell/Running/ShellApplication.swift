import Foundation
import Localization

/// Creates a line reader for the terminal. `historyLength` is the maximum number of lines in its history.
typealias LineReaderMaker =
    @MainActor (_ program: String, _ environment: ProcessEnvironment, _ historyLength: Int) -> any LineReading

/// A running program: reads lines from the prompt, a script or the command line, and runs their commands.
@MainActor
final class ShellApplication<Session: ShellSession> {
    let program: Program<Session>
    let streams: StandardStreams
    let environment: ProcessEnvironment
    /// Creates the line reader when it is first needed.
    let makeLineReader: LineReaderMaker

    var launch = LaunchArguments()
    let preferences: Preferences
    let grammar: Grammar
    /// The same grammar with the options of the command line of the operating system, which every command
    /// accepts there.
    let launchGrammar: Grammar
    /// The texts that are open in the user's editor.
    let drafts: Drafts
    private(set) var lineReader: (any LineReading)?
    private(set) var session: Session?
    private let commands: [String: any Command<Session>]
    private(set) lazy var interaction: any Interaction = makeInteraction()
    private(set) var isRunningCommand = false
    /// Whether commands are read from standard input, either from a script or at the prompt.
    var linesComeFromInput = false

    /// Whether there is a user who types the input and sees the questions.
    var isInteractive: Bool {
        streams.isInputTerminal && (streams.isOutputTerminal || streams.isErrorTerminal)
    }

    /// Whether a user types the lines at a terminal and sees the results there.
    private var isForUser: Bool {
        isInteractive && streams.isOutputTerminal && launch.lines == nil && launch.scriptPath == nil
    }

    init(
        _ program: Program<Session>, streams: StandardStreams, environment: ProcessEnvironment,
        makeLineReader: @escaping LineReaderMaker
    ) {
        self.program = program
        self.streams = streams
        self.environment = environment
        self.makeLineReader = makeLineReader
        let declarations = program.commands.map(\.declaration)
        commands = Dictionary(zip(declarations.map(\.name), program.commands)) { first, _ in first }
        preferences = Preferences(
            programName: program.name, settings: program.settings, environment: environment)
        drafts = Drafts(environment: environment.variables, program: program.name)
        let names = declarations.map(\.name) + BuiltInCommand.allCases.map(\.rawValue)
        let settings = preferences.declarations
        grammar = Grammar(
            commands: declarations
                + BuiltInCommand.allCases.map { $0.declaration(commandNames: names, settings: settings) })
        launchGrammar = grammar.accepting(UniversalOptions.ofLaunch + program.options)
    }

    /// The user's language.
    var localizer: Localizer { preferences.localizer }

    /// The context for parsing arguments: the language, the day and the home directory.
    var parseContext: ParseContext {
        let (environment, localizer) = (environment, localizer)
        return ParseContext(
            localizer: localizer,
            today: CivilDate.today(now: environment.now(), timeZone: environment.timeZone),
            home: StandardDirectories(environment: environment.variables, program: program.name).home)
    }

    /// Returns the line reader of the terminal.
    func lines() -> any LineReading {
        if let lineReader { return lineReader }
        let reader = makeLineReader(program.name, environment, preferences[ShellSettings.history])
        reader.localizeMessages { [unowned self] in ReadlineMessages(presentationForPeople) }
        lineReader = reader
        if let problem = reader.historyProblem { report(problem) }
        return reader
    }

    /// Returns the session, which is created when a command first needs it.
    ///
    /// - Parameter intent: The intent of the command for which a new session is created.
    func currentSession(for intent: Intent) async throws -> Session {
        if let session { return session }
        let session = try await program.makeSession(
            SessionContext(
                programName: program.name, options: launch.options, environment: environment,
                preferences: preferences, interaction: interaction,
                standardInput: linesComeFromInput ? nil : StandardInput(streams.read),
                intent: intent.onlyCommand(if: !launch.command.isEmpty || launch.lines?.count == 1),
                isForUser: isForUser))
        self.session = session
        return session
    }

    /// Closes a session that is over.
    private func closeEndedSession() {
        guard let session, session.isOver else { return }
        session.close()
        self.session = nil
    }

    /// The completer for lines. It completes names in the store only if there is a session.
    var completer: Completer {
        Completer(
            grammar: grammar,
            candidateSource: { [weak self] source, typed in
                (try? self?.session?.candidates(for: source, matching: typed)) ?? []
            },
            localizer: localizer, workingDirectory: environment.workingDirectory, home: parseContext.home)
    }

    private func makeInteraction() -> any Interaction {
        guard isInteractive else { return ScriptInteraction() }
        return TerminalInteraction(
            lines: { [unowned self] in lines() }, completer: { [unowned self] in completer },
            streams: streams, environment: environment, drafts: drafts,
            presentation: { [unowned self] in presentationForPeople })
    }

    /// Closes the line being typed, the history and the session.
    func close() {
        lineReader?.endReading()
        do {
            try lineReader?.close()
        } catch {
            // Only report the error, because the data is already saved.
            report(error)
        }
        reportKeptDrafts(drafts.end(isSaved: false))
        session?.close()
        session = nil
    }
}

// MARK: - Running a call

extension ShellApplication {
    /// The result of running a line: whether the program continues or quits.
    enum Outcome {
        case done
        case quit
    }

    /// Runs the command that words call, and writes its output.
    func run(_ words: [Word]) async throws -> Outcome {
        do {
            return try await asking(about: words) { try await run(grammar.parse($0, localizer)) }
        } catch let error as UsageError {
            // The words of an unknown command may be the name of a record. The session then returns the words
            // of a command that opens the record.
            guard case .unknownCommand = error, let meant = session?.command(inferredFrom: words.map(\.text))
            else {
                throw error
            }
            return try await run(grammar.parse(meant))
        }
    }

    /// Runs words. If a name in them is unknown and one other name is similar, asks a user at a terminal whether it is
    /// meant, and runs the words with it.
    func asking(about words: [Word], _ run: ([Word]) async throws -> Outcome) async throws -> Outcome {
        do {
            return try await run(words)
        } catch let error as any UnknownNameError {
            guard interaction.isInteractive, let name = error.unknownName, name.nearest.count == 1,
                let near = name.nearest.first,
                let meant = Word.replacing(name.typed, with: near, in: words),
                try await interaction.confirm(
                    text("There is no “%1$@”. Do you mean “%2$@”?", name.typed, near))
            else { throw error }
            return try await run(meant)
        }
    }

    /// Runs a call, and writes the command's output.
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
        closeEndedSession()
        isRunningCommand = true
        defer {
            isRunningCommand = false
            closeEndedSession()
        }
        let output: Output
        let rendered: RenderedOutput
        do {
            (output, rendered) = try await Signals.runCancellable(
                Task { @MainActor in
                    let intent = call.declaration.intent.writing(format ?? launch.format)
                    let session = try await currentSession(for: intent)
                    let isForUser = isForUser && (format ?? launch.format)?.isMachineReadable != true
                    let invocation = try await invocation(
                        of: call, isForUser: isForUser, isForData: intent.dataFormat != nil
                    ) { given in
                        try session.willAsk(for: intent)
                        try command.willAsk(after: given, in: session)
                    }
                    let output = try await session.execute(intent) {
                        try await command.run(invocation, in: session)
                    }
                    let isQuiet = isQuiet(output, of: call.declaration, format)
                    let shown = isQuiet ? output.warningsAlone : output
                    let rendered =
                        intent.changes
                        ? self.rendered(shown, format, of: call.declaration.name)
                        : try checked(shown, format, of: call.declaration.name, in: session)
                    // Always report changes, even if the user cancels now.
                    if !intent.changes, output.showsData {
                        Signals.deliverPending()
                        try Task.checkCancellation()
                    }
                    return (output, rendered)
                })
        } catch {
            throw self.error(error, of: call.declaration)
        }
        interaction.progress(nil)
        reportKeptDrafts(drafts.end(isSaved: true))
        try await write(rendered)
        if let problem = output.problem { throw problem }
        return .done
    }

    /// Returns the checked arguments. A user at a terminal is asked for missing ones.
    ///
    /// - Parameters:
    ///   - call: The parsed line.
    ///   - isForUser: Whether a user typed the line and sees its result as text.
    ///   - isForData: Whether the output is JSON or CSV.
    ///   - willAsk: Called before the first question with the given arguments; throws if the command can't succeed.
    private func invocation(
        of call: Call, isForUser: Bool, isForData: Bool, willAsk: (Invocation) throws -> Void
    ) async throws -> Invocation {
        var call = call
        let context = parseContext
        var values = try ArgumentValues.values(of: call, context)
        var hasAsked = false
        while let parameter = call.missing {
            if let word = call.unknownKey {
                throw UsageError.claimedArgument(parameter.argumentPlaceholder, by: word)
            }
            guard interaction.isInteractive, let question = parameter.question else {
                throw UsageError.missingArgument(
                    parameter.argumentPlaceholder,
                    usage: Usage.line(of: call.declaration, asks: interaction.isInteractive))
            }
            if !hasAsked {
                try willAsk(
                    Invocation(command: call.declaration.name, values: values, isForUser: isForUser))
            }
            hasAsked = true
            let answer = try await interaction.ask(question, initial: "", completion: parameter.completion) {
                _ = try parameter.parse($0, context)
            }
            call.values[parameter.name, default: []].append(answer)
            values[parameter.name, default: []].append(try parameter.parse(answer, context))
        }
        return Invocation(
            command: call.declaration.name, values: values, isForUser: isForUser, isForData: isForData)
    }

    var help: Help {
        Help(
            programName: program.name, grammar: grammar, launchOptions: launchOptions,
            sharedLaunchOptions: launchGrammar.universal, localizer: localizer)
    }

    /// The options of the command line: those that all programs share, and the program's own options.
    var launchOptions: [ParameterDeclaration] { LaunchArguments.parameters + program.options }

    var versionOutput: Output {
        let lines = ["\(program.name) \(program.version.number)"] + program.version.details
        return Output(lines.map { .message(.verbatim($0)) })
    }
}

import Localization

/// A program: its name, commands, settings and session.
@MainActor
public struct Program<Session: ShellSession> {
    /// The program's name, such as `mybooks`.
    public let name: String
    /// The version.
    public let version: ProgramVersion
    /// A description of the program, as one sentence.
    public let summary: LocalizedText
    /// The commands, in the order in which the help lists them.
    public let commands: [any Command<Session>]
    /// The program's own settings.
    public let settings: [SettingDeclaration]
    /// The program's own options of the command line.
    public let options: [ParameterDeclaration]
    /// The names of programs that belong to this one, for the manual page.
    public let related: [String]
    /// Creates a session.
    public let makeSession: @MainActor (SessionContext) async throws -> Session
    /// Translates errors of other libraries, such as the store's, into presentable errors; `nil` for unknown
    /// errors.
    public let describe: @MainActor (any Error) -> (any PresentableError)?

    /// Declares a program.
    ///
    /// - Parameters:
    ///   - name: The name, such as `mybooks`.
    ///   - version: The version, such as `1.0.0`.
    ///   - summary: A description of the program, as one sentence.
    ///   - commands: The commands, in the order in which the help lists them. Built-in commands such as
    ///     `help` are added automatically.
    ///   - settings: The program's own settings. Default: none.
    ///   - options: The program's own options of the command line, created with `Parameter.option` for texts
    ///     or paths. Default: none.
    ///   - related: The names of programs that belong to this one, for the manual page. Default: none.
    ///   - describe: Translates errors of other libraries into presentable errors; `nil` for unknown errors.
    ///   - makeSession: Creates a session when a command first needs one.
    public init(
        name: String, version: ProgramVersion, summary: LocalizedText, commands: [any Command<Session>],
        settings: [SettingDeclaration] = [], options: [ParameterDeclaration] = [], related: [String] = [],
        describe: @escaping @MainActor (any Error) -> (any PresentableError)? = { _ in nil },
        makeSession: @escaping @MainActor (SessionContext) async throws -> Session
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
        self.settings = settings
        self.options = options
        self.related = related
        self.describe = describe
        self.makeSession = makeSession
    }
}

/// The information that a program needs to create a session.
@MainActor
public struct SessionContext {
    /// The program's name.
    public let programName: String
    /// The options of the command line.
    public let options: LaunchOptions
    /// The environment variables, the clock, the time zone and the working directory.
    public let environment: ProcessEnvironment
    /// The user's settings and language.
    public let preferences: Preferences
    /// The dialogue with the user.
    public let interaction: any Interaction
    /// The standard input, for commands that read it; `nil` if the program reads its commands from standard
    /// input.
    public let standardInput: StandardInput?
    /// The intent of the command for which the session is created. The prompt's session is created for
    /// changes.
    public let intent: Intent
    /// Whether a user at a terminal types the lines and sees the results there. It is `false` in scripts, with `-c` and
    /// `-f`, and if the output goes to a pipe or a file.
    public let isForUser: Bool

    /// The user's language.
    public var localizer: Localizer { preferences.localizer }

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - programName: The program's name.
    ///   - options: The options of the command line.
    ///   - environment: The environment variables, the clock, the time zone and the working directory.
    ///   - preferences: The user's settings and language.
    ///   - interaction: The dialogue with the user.
    ///   - standardInput: The standard input, unless commands are read from it. Default: `nil`.
    ///   - intent: The intent of the first command. Default: ``Intent/change``.
    ///   - isForUser: Whether a user at a terminal types the lines and sees the results there. Default: whether the
    ///     interaction has a user and a terminal.
    public init(
        programName: String, options: LaunchOptions, environment: ProcessEnvironment,
        preferences: Preferences, interaction: any Interaction, standardInput: StandardInput? = nil,
        intent: Intent = .change, isForUser: Bool? = nil
    ) {
        self.programName = programName
        self.options = options
        self.environment = environment
        self.preferences = preferences
        self.interaction = interaction
        self.standardInput = standardInput
        self.intent = intent
        self.isForUser = isForUser ?? (interaction.isInteractive && interaction.writesToTerminal)
    }
}

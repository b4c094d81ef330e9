import Localization

/// A program: its name, its commands, and how its session begins.
@MainActor
public struct Program<Session: ShellSession> {
    /// The program's name, such as `mybooks`.
    public let name: String
    /// The version, such as `1.0.0`.
    public let version: String
    /// What the program is, as one sentence.
    public let summary: LocalizedText
    /// The commands, in the order of the help.
    public let commands: [any Command<Session>]
    /// The settings that it has besides those of every program.
    public let settings: [SettingDeclaration]
    /// The options of the command line that it has besides those of every program.
    public let options: [ParameterDeclaration]
    /// Begins a session.
    public let makeSession: @MainActor (SessionContext) throws -> Session
    /// Puts errors that are not presentable, such as those of the store, into a person's words.
    public let describe: @MainActor (any Error) -> (any PresentableError)?

    /// Declares a program.
    ///
    /// - Parameters:
    ///   - name: The name, such as `mybooks`.
    ///   - version: The version, such as `1.0.0`.
    ///   - summary: What the program is, as one sentence.
    ///   - commands: The commands, in the order of the help. `help`, `version` and `quit` come by themselves.
    ///   - settings: The settings that it has besides those of every program.
    ///   - options: The options of the command line that it has besides those of every program: made with
    ///     `Parameter.option`, of texts or paths.
    ///   - describe: Puts errors of other libraries into a person's words; `nil` for those it doesn't know.
    ///   - makeSession: Begins a session, when a command first needs one.
    public init(
        name: String, version: String, summary: LocalizedText, commands: [any Command<Session>],
        settings: [SettingDeclaration] = [], options: [ParameterDeclaration] = [],
        describe: @escaping @MainActor (any Error) -> (any PresentableError)? = { _ in nil },
        makeSession: @escaping @MainActor (SessionContext) throws -> Session
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
        self.settings = settings
        self.options = options
        self.describe = describe
        self.makeSession = makeSession
    }
}

/// What a session begins with.
@MainActor
public struct SessionContext {
    /// The program's name.
    public let programName: String
    /// The flags of the command line.
    public let options: LaunchOptions
    /// The environment, the clock and the time zone.
    public let surroundings: Surroundings
    /// What the person has chosen, the language among it.
    public let preferences: Preferences
    /// How to ask the person.
    public let interaction: any Interaction
    /// The standard input, for a command that is told to read it; `nil` where the lines of commands come from there.
    public let standardInput: StandardInput?
    /// Whether the session is for a command that cares for the data as a whole, and is to begin also where they can't be
    /// opened.
    public let isForCare: Bool
    /// Whether the session begins for a command that changes nothing, or only to complete what is typed.
    public let onlyReads: Bool
    /// Whether the session is for one command only.
    public let isForOneCommand: Bool

    /// The user's language.
    public var localizer: Localizer { preferences.localizer }

    /// Makes a context.
    public init(
        programName: String, options: LaunchOptions, surroundings: Surroundings, preferences: Preferences,
        interaction: any Interaction, standardInput: StandardInput? = nil, isForCare: Bool = false,
        onlyReads: Bool = false, isForOneCommand: Bool = false
    ) {
        self.programName = programName
        self.options = options
        self.surroundings = surroundings
        self.preferences = preferences
        self.interaction = interaction
        self.standardInput = standardInput
        self.isForCare = isForCare
        self.onlyReads = onlyReads
        self.isForOneCommand = isForOneCommand
    }
}

import Localization

/// The parsed command line of the operating system.
struct LaunchArguments: Sendable {
    /// The options for the store, the language and the presentation.
    var options = LaunchOptions()
    /// The output format for commands without a format option of their own.
    var format: OutputFormat?
    /// Whether `--version` is given.
    var asksForVersion = false
    /// Whether `--help` is given without a command.
    var asksForHelp = false
    /// The lines from all `-c`, numbered consecutively; `nil` without `-c`.
    var lines: [ScriptLines.Line]?
    /// The path of the script, from `-f`.
    var scriptPath: String?
    /// Whether a script continues after a line that fails.
    var keepsGoing = false
    /// The words of the command to run.
    var command: [String] = []

    /// The program's own options.
    private var programOptions: [ParameterDeclaration] = []

    /// The options that all programs share.
    static let parameters: [ParameterDeclaration] = [
        UniversalOptions.line, UniversalOptions.file, UniversalOptions.keepGoing, UniversalOptions.quiet,
        UniversalOptions.store, UniversalOptions.inMemory, UniversalOptions.language, UniversalOptions.color,
        UniversalOptions.accessible, UniversalOptions.format, UniversalOptions.json, UniversalOptions.csv,
        UniversalOptions.version, UniversalOptions.help,
    ]

    /// Creates an empty command line.
    init() {}

    /// Parses the arguments after the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - programOptions: The program's own options.
    ///   - context: The language, the day and the home directory.
    /// - Throws: ``UsageError``.
    init(_ arguments: [String], programOptions: [ParameterDeclaration] = [], context: ParseContext) throws {
        self.programOptions = programOptions
        let call = try Self.parse(arguments, programOptions)
        try apply(call.values, context: context)
        asksForVersion = call.values["version"] != nil
        asksForHelp = call.values["help"] != nil
        let given = call.values["c"]
        lines = try given.map(Self.lines)
        command = call.values["command"] ?? []
        scriptPath = try ArgumentValues.single(UniversalOptions.file, call.values, context) as? String
        keepsGoing = call.values["keep-going"] != nil
        if given != nil, let word = command.first { throw UsageError.linesAndCommand(word) }
        if let scriptPath, let other = given?.first ?? command.first {
            throw UsageError.fileAndOther(scriptPath, other)
        }
    }

    /// Returns the command lines in several texts, one for each `-c`. A line doesn't continue in the next
    /// text.
    private static func lines(of texts: [String]) throws -> [ScriptLines.Line] {
        var lines: [ScriptLines.Line] = []
        var before = 0
        for text in texts {
            var script = ScriptLines(of: text)
            while let line = try script.next() {
                lines.append(ScriptLines.Line(text: line.text, number: before + line.number))
            }
            before += text.utf8.count { $0 == .lineFeed } + (text.utf8.last == .lineFeed ? 0 : 1)
        }
        return lines
    }

    /// Returns the language and the accessibility option from arguments that can't be parsed completely. They
    /// determine the language and the form of the error message.
    static func presentationHints(of arguments: [String], context: ParseContext) -> LaunchOptions {
        var options = LaunchOptions()
        let option = "--language"
        for (index, argument) in arguments.enumerated() {
            guard Grammar.looksLikeOption(argument), argument != "--" else { continue }
            if argument == "--accessible" { options.accessible = true }
            let attached = argument.hasPrefix(option + "=") ? argument.dropFirst(option.count + 1) : nil
            let following =
                argument == option && index + 1 < arguments.count ? arguments[index + 1][...] : nil
            guard let code = attached ?? following else { continue }
            let language = try? UniversalOptions.language.parse(String(code), context) as? Language
            options.language = language?.code ?? options.language
        }
        return options
    }

    private static func parse(
        _ arguments: [String], _ programOptions: [ParameterDeclaration]
    ) throws -> Call {
        let words = ParameterDeclaration(
            "command", .rest(minimum: 0), .text, help: .verbatim(""))
        let launch = CommandDeclaration(
            "launch", group: CommandGroup(.verbatim("")), summary: .verbatim(""),
            parameters: parameters + programOptions + [words])
        do {
            return try Grammar(commands: [launch], universal: []).parse(
                ["launch"] + arguments, stopsAtWord: true)
        } catch let error {
            guard case .unknownOption(let option, _, let nearest) = error else { throw error }
            throw UsageError.unknownLaunchOption(option, nearest: nearest)
        }
    }

    /// Applies the valid options of an unfinished command line, before and after its command.
    ///
    /// - Parameters:
    ///   - words: The finished words after the program's name.
    ///   - grammar: The commands, with the options that a command line accepts after them.
    ///   - context: The language, the day and the home directory.
    mutating func apply(typed words: [String], _ grammar: Grammar, context: ParseContext) {
        guard let call = try? Self.parse(words, programOptions) else { return }
        try? apply(call.values, context: context)
        guard let command = call.values["command"], let called = try? grammar.parse(command) else { return }
        try? apply(called.universal, context: context)
    }

    /// Applies the texts of options that were given before or after a command, by option name.
    mutating func apply(_ values: [String: [String]], context: ParseContext) throws {
        if let path = try ArgumentValues.single(UniversalOptions.store, values, context) as? String {
            options.storePath = path
        }
        if let language = try ArgumentValues.single(UniversalOptions.language, values, context) as? Language {
            options.language = language.code
        }
        for option in programOptions {
            guard let value = try ArgumentValues.single(option, values, context) as? String else { continue }
            options.programValues[option.name] = value
        }
        if values["in-memory"] != nil { options.inMemory = true }
        if values["accessible"] != nil { options.accessible = true }
        if values["quiet"] != nil { options.quiet = true }
        let color = try ArgumentValues.single(UniversalOptions.color, values, context)
        options.color = color as? ColorChoice ?? options.color
        format = try Self.format(of: values, context: context) ?? format
    }

    /// Returns the format given by `--json`, `--csv` or `--format`.
    ///
    /// - Throws: ``UsageError/conflictingFormats`` if they differ.
    static func format(of values: [String: [String]], context: ParseContext) throws -> OutputFormat? {
        var formats: Set<OutputFormat> = []
        if values["json"] != nil { formats.insert(.json) }
        if values["csv"] != nil { formats.insert(.csv) }
        if let format = try ArgumentValues.single(UniversalOptions.format, values, context) as? OutputFormat {
            formats.insert(format)
        }
        if formats.count > 1 { throw UsageError.conflictingFormats }
        return formats.first
    }
}

/// The options of a program's command line for the store, the language and the presentation.
public struct LaunchOptions: Sendable, Hashable {
    /// The store's path, from `--store`.
    public var storePath: String?
    /// Whether to keep the store in memory only, from `--in-memory`.
    public var inMemory = false
    /// The language, from `--language`.
    public var language: String?

    /// When colour is used, from `--color`.
    public var color: ColorChoice?
    /// Whether outputs are for screen readers, from `--accessible`.
    public var accessible = false
    /// Whether messages about changes are suppressed, from `--quiet`.
    public var quiet = false

    /// The values of the program's own options, by name.
    var programValues: [String: String] = [:]

    /// The value of one of the program's own options; `nil` if it isn't given.
    ///
    /// ```swift
    /// static let data = Parameter.option("data", .path, help: text("Read the data from this directory."))
    /// func directory(_ session: SessionContext) -> String? { session.options[Self.data] }
    /// ```
    public subscript(option: Parameter<String?>) -> String? { programValues[option.declaration.name] }

    /// Creates the defaults: the default store, and the language of the environment.
    public init() {}
}

import Localization

/// What the command line of the operating system asks of a program.
struct LaunchArguments: Sendable {
    /// Where and how the program runs.
    var options = LaunchOptions()
    /// The format of every output that doesn't ask for its own.
    var format: OutputFormat?
    /// Whether only the version is asked for.
    var asksForVersion = false
    /// Whether only the usage is asked for.
    var asksForHelp = false
    /// The lines to run, from `-c`, numbered through; `nil` where there is no `-c`.
    var lines: [ScriptLines.Line]?
    /// The script to run, from `-f`.
    var scriptPath: String?
    /// Whether a script goes on after a line that fails.
    var keepsGoing = false
    /// The words of the one command to run.
    var command: [String] = []

    /// The program's own options, besides those of every program.
    private var ofProgram: [ParameterDeclaration] = []

    /// The options of the command line, for the help.
    static let parameters: [ParameterDeclaration] = [
        UniversalOptions.line, UniversalOptions.file, UniversalOptions.keepGoing, UniversalOptions.quiet,
        UniversalOptions.store, UniversalOptions.inMemory, UniversalOptions.language, UniversalOptions.color,
        UniversalOptions.accessible, UniversalOptions.format, UniversalOptions.json, UniversalOptions.csv,
        UniversalOptions.version, UniversalOptions.help,
    ]

    /// No flags and no command.
    init() {}

    /// Understands the arguments after the program's name. Throws ``UsageError``.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - ofProgram: The program's own options.
    ///   - context: What their reading depends on.
    init(_ arguments: [String], ofProgram: [ParameterDeclaration] = [], context: ParseContext) throws {
        self.ofProgram = ofProgram
        let call = try Self.parse(arguments, ofProgram)
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

    /// The command lines in texts, each of which ends the line that it is in.
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

    /// What of arguments that are not understood as a whole says how to speak of that: the language, and whether to
    /// speak to people who listen.
    static func manners(of arguments: [String], context: ParseContext) -> LaunchOptions {
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

    private static func parse(_ arguments: [String], _ ofProgram: [ParameterDeclaration]) throws -> Call {
        let words = ParameterDeclaration(
            "command", .rest(minimum: 0), .text, help: .verbatim(""))
        let launch = CommandDeclaration(
            "launch", group: CommandGroup(.verbatim("")), summary: .verbatim(""),
            parameters: parameters + ofProgram + [words])
        do {
            return try Grammar(commands: [launch], universal: []).parse(
                ["launch"] + arguments, stopsAtWord: true)
        } catch let error {
            guard case .unknownOption(let option, _, let nearest) = error else { throw error }
            throw UsageError.unknownLaunchOption(option, nearest: nearest)
        }
    }

    /// Takes over the options of a command line that somebody is still typing, before its command and behind it, as far
    /// as they are understood.
    ///
    /// - Parameters:
    ///   - words: The finished words behind the program's name.
    ///   - grammar: The commands, with the options that stand behind them on a command line.
    ///   - context: What the reading of the options depends on.
    mutating func apply(typed words: [String], _ grammar: Grammar, context: ParseContext) {
        guard let call = try? Self.parse(words, ofProgram) else { return }
        try? apply(call.values, context: context)
        guard let command = call.values["command"], let called = try? grammar.parse(command) else { return }
        try? apply(called.universal, context: context)
    }

    /// Takes over the texts of universal options, which may stand behind a command too.
    mutating func apply(_ values: [String: [String]], context: ParseContext) throws {
        if let path = try ArgumentValues.single(UniversalOptions.store, values, context) as? String {
            options.storePath = path
        }
        if let language = try ArgumentValues.single(UniversalOptions.language, values, context) as? Language {
            options.language = language.code
        }
        for option in ofProgram {
            guard let value = try ArgumentValues.single(option, values, context) as? String else { continue }
            options.ofProgram[option.name] = value
        }
        if values["in-memory"] != nil { options.inMemory = true }
        if values["accessible"] != nil { options.accessible = true }
        if values["quiet"] != nil { options.quiet = true }
        let color = try ArgumentValues.single(UniversalOptions.color, values, context)
        options.color = color as? ColorChoice ?? options.color
        format = try Self.format(of: values, context: context) ?? format
    }

    /// The format that `--json`, `--csv` or `--format` asks for. Throws where they disagree.
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

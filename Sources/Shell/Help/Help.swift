import Localization

/// A topic of the help that isn't a command. No command may have its name.
enum HelpTopic: String, CaseIterable {
    /// The options that all commands share.
    case options
    /// The process's exit codes.
    case exitCodes = "exit-codes"
}

/// The help pages, built from the declarations of commands.
struct Help {
    let programName: String
    let grammar: Grammar
    /// The options of the command line.
    var launchOptions = LaunchArguments.parameters
    /// The options that every command accepts on the command line, in addition to its own.
    let sharedLaunchOptions: [ParameterDeclaration]
    /// The localizer of the examples, which are first localized and then split into lines.
    let localizer: Localizer

    /// Returns the list of commands in groups, in the order in which the groups first appear.
    func commandList() -> [Block] {
        var groups: [CommandGroup] = []
        var members: [CommandGroup: [Definition]] = [:]
        for command in grammar.commands {
            if members[command.group] == nil { groups.append(command.group) }
            let names = ([command.name] + command.aliases).joined(separator: ", ")
            members[command.group, default: []].append(Definition(names, command.summary))
        }
        let blocks = groups.flatMap { group -> [Block] in
            [.heading(group.title), .definitions(members[group] ?? [])]
        }
        return blocks + [
            .message(text("“help COMMAND” explains a command, with examples.")),
            .message(
                text(
                    "“help options” lists the options of every command, “help exit-codes” the exit codes.")),
        ]
    }

    /// Returns the page of a topic.
    func page(of topic: HelpTopic, isLaunched: Bool) -> [Block] {
        switch topic {
        case .options:
            options(text("Options of every command"), isLaunched ? sharedLaunchOptions : grammar.universal)
        case .exitCodes: [.heading(text("Exit codes")), .definitions(Self.exitCodeMeanings)]
        }
    }

    /// Returns the page of a command: its usage, arguments, own options and examples.
    func page(of command: CommandDeclaration, isLaunched: Bool) -> [Block] {
        let line = Usage.line(of: command)
        let usage = isLaunched ? .joined([.verbatim(programName), line]) : line
        var blocks: [Block] = [
            .message(command.summary), .message(text("Usage: %@", usage)),
        ]
        if !command.aliases.isEmpty {
            let names = TextArgument.list(command.aliases.map { .string($0) })
            blocks.append(.message(text("Other names: %@", names)))
        }
        blocks += command.discussion.map { .message($0) }
        let arguments = command.parameters.filter(\.isPositional)
        if !arguments.isEmpty {
            blocks.append(.heading(text("Arguments")))
            blocks.append(
                .definitions(arguments.map { Definition($0.argumentPlaceholder, $0.help) }))
            blocks.append(
                .message(text("Every argument can also be given by its name: %@", byName(arguments[0]))))
        }
        let own = command.parameters.filter { !$0.isPositional }
        if !own.isEmpty { blocks += options(text("Options"), own) }
        if !command.examples.isEmpty {
            blocks.append(.heading(text("Examples")))
            let lines = command.examples.flatMap {
                localizer.string($0).split(separator: "\n").map(String.init)
            }
            blocks.append(.definitions(lines.map { Definition($0, .verbatim("")) }))
        }
        let topic = (isLaunched ? "\(programName) " : "") + "help \(HelpTopic.options.rawValue)"
        return blocks + [.message(text("“%@” lists the options of every command.", topic))]
    }

    /// The ways to run the program on the command line of the operating system.
    static let launches = [
        Definition(
            text("[--store FILE] [OPTION…] [COMMAND]"),
            text("Runs a command. Without a command, starts the shell.")),
        Definition(text("[OPTION…] -c LINE…"), text("Runs lines as if they were typed.")),
        Definition(
            text("[OPTION…] -f FILE"), text("Runs a script, and stops at the first line that fails.")),
        Definition(text("[OPTION…] < FILE"), text("Runs a script from standard input in the same way.")),
    ]

    /// Returns the page of the program: its usage, options and commands.
    func launchPage(summary: LocalizedText) -> [Block] {
        var blocks: [Block] = [.message(summary)]
        blocks.append(.heading(text("Usage")))
        blocks.append(
            .definitions(
                Self.launches.map { Definition(.joined([.verbatim(programName), $0.term]), $0.meaning) }))
        blocks += options(text("Options"), launchOptions)
        return blocks + commandList()
    }

    /// Returns the page of a family: the command with the family's name, if any, and the family's commands.
    func page(of family: CommandFamily, isLaunched: Bool) -> [Block] {
        let single = grammar.command(named: family.name)
        return (single.map { page(of: $0, isLaunched: isLaunched) } ?? [])
            + [
                .heading(text("Commands")),
                .definitions(family.members.map { Definition(Usage.line(of: $0), $0.summary) }),
                .message(text("“help COMMAND” explains a command, with examples.")),
            ]
    }

    private func options(_ heading: LocalizedText, _ parameters: [ParameterDeclaration]) -> [Block] {
        [.heading(heading), .definitions(parameters.map { Definition(Usage.option($0), $0.help) })]
    }

    private func byName(_ parameter: ParameterDeclaration) -> LocalizedText {
        .joined([.verbatim("--\(parameter.name)"), parameter.argumentPlaceholder])
    }

    /// The exit codes and their meanings.
    static let exitCodeMeanings = [
        Definition("0", text("The command succeeded.")),
        Definition("1", text("The command failed.")),
        Definition("64", text("The command or its arguments are invalid.")),
        Definition("65", text("The data is invalid.")),
        Definition("66", text("The input is missing or can't be read.")),
        Definition("74", text("Reading or writing failed.")),
        Definition(
            "141", text("The reader of the output closed the pipe, and lines of a script were not run.")),
    ]
}

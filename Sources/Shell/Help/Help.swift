import Localization

/// The help, from the declarations of commands.
struct Help {
    let programName: String
    let grammar: Grammar
    /// The options of the command line.
    var launchOptions = LaunchArguments.parameters

    /// All commands in groups, in the order in which the groups first appear.
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
        return blocks + [.message(text("“help COMMAND” explains a command, with examples."))]
    }

    /// What one command takes and does.
    func page(of command: CommandDeclaration, isLaunched: Bool) -> [Block] {
        let usage = (isLaunched ? "\(programName) " : "") + Usage.line(of: command)
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
                .definitions(arguments.map { Definition(Usage.positionalName($0), $0.help) }))
            blocks.append(
                .message(text("Every argument can also be given by its name: %@", byName(arguments[0]))))
        }
        let own = command.parameters.filter { !$0.isPositional }
        if !own.isEmpty { blocks += options(text("Options"), own) }
        blocks += options(text("Options of every command"), grammar.universal)
        if !command.examples.isEmpty {
            blocks.append(.heading(text("Examples")))
            let lines = command.examples.flatMap { $0.split(separator: "\n").map(String.init) }
            blocks.append(.definitions(lines.map { Definition($0, .verbatim("")) }))
        }
        if isLaunched { blocks += Self.exitCodes }
        return blocks
    }

    /// What can stand behind the program's name on the command line of the operating system.
    static let launches = [
        Definition(
            "[--store FILE] [OPTION…] [COMMAND]", text("Runs a command; without one, begins the shell.")),
        Definition("[OPTION…] -c LINE…", text("Runs lines as if they were typed.")),
        Definition("[OPTION…] -f FILE", text("Runs a script, and stops at the first line that fails.")),
        Definition("[OPTION…] < FILE", text("Does the same with a script from standard input.")),
    ]

    /// What the program takes on the command line of the operating system.
    func launchPage(summary: LocalizedText) -> [Block] {
        var blocks: [Block] = [.message(summary)]
        blocks.append(.heading(text("Usage")))
        blocks.append(
            .definitions(Self.launches.map { Definition("\(programName) \($0.term)", $0.meaning) }))
        blocks += options(text("Options"), launchOptions)
        return blocks + commandList() + Self.exitCodes
    }

    /// The commands of a family, behind the command that its name alone may be.
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

    private func byName(_ parameter: ParameterDeclaration) -> String {
        "--\(parameter.name) \(Usage.positionalName(parameter))"
    }

    /// What the exit codes mean.
    static let exitCodeMeanings = [
        Definition("0", text("Everything was done.")),
        Definition("1", text("The command failed.")),
        Definition("64", text("The command was not understood.")),
        Definition("65", text("The data are wrong.")),
        Definition("66", text("The input is missing or can't be read.")),
        Definition("74", text("Reading or writing failed.")),
        Definition("141", text("Nobody read the output any more, and lines of a script were not run.")),
    ]

    private static let exitCodes: [Block] = [.heading(text("Exit codes")), .definitions(exitCodeMeanings)]
}

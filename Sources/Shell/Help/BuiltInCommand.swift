import Localization

/// The commands that every shell has.
enum BuiltInCommand: String, CaseIterable {
    case help
    case version
    case quit

    private static let group = CommandGroup(text("The shell"))

    /// The command with this name.
    init?(_ declaration: CommandDeclaration) {
        self.init(rawValue: declaration.name)
    }

    /// How the command is called. Tab completes the argument of `help` with the names of commands.
    func declaration(commandNames: [String]) -> CommandDeclaration {
        switch self {
        case .help:
            let command = Parameter<String>.optional(
                "command",
                ValueType(
                    placeholder: "COMMAND", completion: .words(commandNames), parse: { name, _ in name }),
                help: text("The command to explain; all are listed where none is named."))
            return CommandDeclaration(
                "help", group: Self.group, summary: text("Lists the commands, or explains one."),
                parameters: [command.declaration], examples: ["help", "help help"])
        case .version:
            return CommandDeclaration("version", group: Self.group, summary: text("Shows the version."))
        case .quit:
            return CommandDeclaration(
                "quit", aliases: ["exit"], group: Self.group, summary: text("Leaves the shell."))
        }
    }
}

import Localization

/// The commands that every shell has.
enum BuiltInCommand: String, CaseIterable {
    case help
    case set
    case echo
    case completions
    case manual
    case version
    case quit

    private static let group = CommandGroup(text("The shell"))

    /// The command with this name.
    init?(_ declaration: CommandDeclaration) {
        self.init(rawValue: declaration.name)
    }

    /// How the command is called. Tab completes the argument of `help` with the names of commands.
    func declaration(commandNames: [String], settings: [SettingDeclaration]) -> CommandDeclaration {
        switch self {
        case .set: return Self.set(settings)
        case .echo:
            let words = Parameter<String>.rest("words", .text, help: text("What to write."))
            return CommandDeclaration(
                "echo", group: Self.group, summary: text("Writes its words, as scripts do between steps."),
                parameters: [words.declaration], examples: ["echo \"Still to do:\""])
        case .help:
            let command = Parameter<String>.rest(
                "command",
                ValueType(
                    placeholder: "COMMAND", completion: .wordsAfter(words(of: commandNames)),
                    parse: { name, _ in name }),
                help: text("The command to explain; all are listed where none is named."))
            return CommandDeclaration(
                "help", group: Self.group, summary: text("Lists the commands, or explains one."),
                parameters: [command.declaration], examples: ["help", "help help"])
        case .completions: return Self.completionScripts
        case .manual:
            return CommandDeclaration(
                "manual", group: Self.group, summary: text("Writes the manual page, for “man”."),
                examples: ["manual"])
        case .version:
            return CommandDeclaration("version", group: Self.group, summary: text("Shows the version."))
        case .quit:
            return CommandDeclaration(
                "quit", aliases: ["exit"], group: Self.group, summary: text("Leaves the shell."))
        }
    }

    /// What can follow `help`, and what the first word of a name of two.
    private func words(of commandNames: [String]) -> [String: [CompletionWord]] {
        var words: [String: [CompletionWord]] = [:]
        for name in commandNames.map({ CommandName($0) }) {
            if words[rawValue]?.contains(.fixed(name.first)) != true {
                words[rawValue, default: []].append(.fixed(name.first))
            }
            if let second = name.second { words[name.first, default: []].append(.fixed(second)) }
        }
        return words
    }

    private static var completionScripts: CommandDeclaration {
        let shell = Parameter<ShellCompletion>.required(
            "shell", .choice(ShellCompletion.choices), help: text("The shell: bash, fish or zsh."))
        let line = Parameter<String>.optional(
            "line", .text, help: text("A line to complete; the script asks in this way."))
        return CommandDeclaration(
            "completions", group: group, summary: text("Writes the completion script for a shell."),
            discussion: [text("The script begins with a line that tells where to put it.")],
            parameters: [shell.declaration, line.declaration], examples: ["completions bash"])
    }

    private static func set(_ settings: [SettingDeclaration]) -> CommandDeclaration {
        let name = Parameter<String>.optional(
            "setting",
            ValueType(
                placeholder: "SETTING", completion: .words(settings.map { .fixed($0.name) }),
                parse: { name, _ in name }),
            help: text("The setting; all are listed where none is named."))
        let words = Dictionary(settings.map { ($0.name, $0.words + ["default"]) }) { first, _ in first }
        let value = Parameter<String>.optional(
            "value",
            ValueType(placeholder: "VALUE", completion: .wordsAfter(words), parse: { value, _ in value }),
            help: text("The new value; “default” goes back to what holds where nothing is set."))
        return CommandDeclaration(
            "set", group: group, summary: text("Shows or changes settings, which hold from then on."),
            discussion: [
                text(
                    "An option of the command line counts more than a setting, and a setting more than the environment."
                )
            ],
            parameters: [name.declaration, value.declaration],
            examples: ["set", "set color", "set dates long", "set language default"])
    }
}

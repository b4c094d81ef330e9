import Localization

/// The commands that all programs share.
enum BuiltInCommand: String, CaseIterable {
    case help
    case set
    case echo
    case completions
    case manual
    case version
    case quit

    private static let group = CommandGroup(text("The shell"))

    /// The built-in command with the name of a declaration.
    init?(_ declaration: CommandDeclaration) {
        self.init(rawValue: declaration.name)
    }

    /// Returns the declaration of the command.
    ///
    /// - Parameters:
    ///   - commandNames: The names of all commands, by which `help` is completed.
    ///   - settings: All settings, by which `set` is completed.
    func declaration(commandNames: [String], settings: [SettingDeclaration]) -> CommandDeclaration {
        switch self {
        case .set: return Self.set(settings)
        case .echo:
            let words = Parameter<String>.words(
                "words", .text, placeholder: text("WORDS"), help: text("The text to write."))
            return CommandDeclaration(
                "echo", group: Self.group, summary: text("Writes a text, such as a message of a script."),
                parameters: [words.declaration], examples: [text("echo \"Still to do:\"")])
        case .help:
            let command = Parameter<String>.rest(
                "command",
                ValueType(
                    placeholder: text("COMMAND"), completion: .wordsAfter(words(of: commandNames)),
                    parse: { name, _ in name }),
                help: text(
                    "The command to explain, or “options” or “exit-codes”. Default: lists all commands."))
            return CommandDeclaration(
                "help", group: Self.group, summary: text("Lists the commands, or explains one."),
                parameters: [command.declaration],
                examples: [.verbatim("help"), .verbatim("help set"), .verbatim("help options")])
        case .completions: return Self.completionScripts
        case .manual:
            return CommandDeclaration(
                "manual", group: Self.group, summary: text("Writes the manual page, for “man”."),
                examples: [.verbatim("manual")])
        case .version:
            return CommandDeclaration("version", group: Self.group, summary: text("Shows the version."))
        case .quit:
            return CommandDeclaration(
                "quit", aliases: ["exit"], group: Self.group, summary: text("Leaves the shell."))
        }
    }

    /// Returns the words that can follow `help` (commands and topics), and the second words of command names.
    private func words(of commandNames: [String]) -> [String: [CompletionWord]] {
        var words: [String: [CompletionWord]] = [:]
        for name in commandNames.map({ CommandName($0) }) {
            if words[rawValue]?.contains(.fixed(name.first)) != true {
                words[rawValue, default: []].append(.fixed(name.first))
            }
            if let second = name.second { words[name.first, default: []].append(.fixed(second)) }
        }
        words[rawValue, default: []] += HelpTopic.allCases.map { .fixed($0.rawValue) }
        return words
    }

    private static var completionScripts: CommandDeclaration {
        let shell = Parameter<ShellCompletion>.required(
            "shell", .choice(ShellCompletion.choices), placeholder: text("SHELL"),
            help: text("The shell: bash, fish or zsh."))
        let line = Parameter<String>.optional(
            "line", .text, placeholder: text("LINE"),
            help: text("A line to complete; used by the script."))
        return CommandDeclaration(
            "completions", group: group, summary: text("Writes the completion script for a shell."),
            discussion: [text("The first lines of the script say where to install it.")],
            parameters: [shell.declaration, line.declaration], examples: [.verbatim("completions bash")])
    }

    private static func set(_ settings: [SettingDeclaration]) -> CommandDeclaration {
        let name = Parameter<String>.optional(
            "setting",
            ValueType(
                placeholder: text("SETTING"), completion: .words(settings.map { .fixed($0.name) }),
                parse: { name, _ in name }),
            help: text("The setting. Default: lists all settings."))
        let words = Dictionary(settings.map { ($0.name, $0.words + ["default"]) }) { first, _ in first }
        let value = Parameter<String>.optional(
            "value",
            ValueType(
                placeholder: text("VALUE"), completion: .wordsAfter(words), parse: { value, _ in value }),
            help: text("The new value; “default” resets the setting."))
        return CommandDeclaration(
            "set", group: group, summary: text("Shows settings, or changes them permanently."),
            discussion: [
                text(
                    "Options of the command line have priority over settings, and settings over the environment."
                )
            ],
            parameters: [name.declaration, value.declaration],
            examples: ["set", "set color", "set dates long", "set language default"].map { .verbatim($0) })
    }
}

import Localization

/// A program's manual page, in the language of `man`, from the declarations of commands and settings.
struct ManualPage {
    let programName: String
    let version: String
    let summary: LocalizedText
    let grammar: Grammar
    /// The options of the command line.
    var launchOptions = LaunchArguments.parameters
    let settings: [SettingDeclaration]
    let localizer: Localizer

    /// The page's source.
    var source: String {
        var page = [".TH \(quoted(programName.uppercased())) 1 \"\" \(quoted("\(programName) \(version)"))"]
        // What finds a page by its name and its summary looks for this hyphen.
        page += section(text("Name")) + [escaped("\(programName) - ") + string(summary)]
        page += section(text("Synopsis"))
        for launch in Help.launches {
            page += [".br", "\\fB\(escaped(programName))\\fR " + escaped(launch.term)]
        }
        page += section(text("Description"))
        for launch in Help.launches {
            page += item("\(programName) \(launch.term)", string(launch.meaning))
        }
        page += section(text("Options")) + launchOptions.flatMap { option($0) }
        page += section(text("Commands"))
        for command in grammar.commands { page += self.command(command) }
        page += section(text("Settings"))
        for setting in settings {
            page += item("set \(setting.name) \(setting.placeholder)", string(setting.help))
        }
        page += section(text("Exit codes"))
        for code in Help.exitCodeMeanings { page += item(code.term, string(code.meaning)) }
        page += section(text("Environment")) + environment
        return page.joined(separator: "\n") + "\n"
    }

    private var environment: [String] {
        item("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", string(text("The language.")))
            + item("ACCESSIBLE", string(text("Where it is 1, outputs on a terminal are for screen readers.")))
            + item("NO_COLOR, CLICOLOR_FORCE, TERM", string(text("Whether there is colour.")))
            + item("PAGER, LESS", string(text("What shows outputs that are longer than the screen.")))
            + item("VISUAL, EDITOR", string(text("The editor for longer texts.")))
            + item(
                "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME",
                string(text("Where the data, the settings and the typed lines are kept.")))
    }

    private func command(_ command: CommandDeclaration) -> [String] {
        var lines = [".SS " + quoted(Usage.line(of: command)), string(command.summary)]
        if !command.aliases.isEmpty {
            lines += [
                ".PP",
                string(text("Other names: %@", TextArgument.list(command.aliases.map { .string($0) }))),
            ]
        }
        for paragraph in command.discussion { lines += [".PP", string(paragraph)] }
        for parameter in command.parameters { lines += option(parameter) }
        for example in command.examples { lines += [".PP", ".B " + quoted(launch(example))] }
        return lines
    }

    /// What one types in the operating system's shell for an example.
    private func launch(_ example: String) -> String {
        let lines = example.split(separator: "\n")
        // There, what stands behind this sign is a comment.
        if lines.count == 1, !example.contains(" #") { return "\(programName) \(example)" }
        return programName + lines.map { " -c '" + $0.replacing("'", with: "'\\''") + "'" }.joined()
    }

    private func option(_ parameter: ParameterDeclaration) -> [String] {
        let term = parameter.isPositional ? Usage.positionalName(parameter) : Usage.option(parameter)
        return item(term, string(parameter.help))
    }

    private func item(_ term: String, _ meaning: String) -> [String] {
        [".TP", "\\fB\(escaped(term))\\fR", meaning]
    }

    private func section(_ title: LocalizedText) -> [String] {
        [".SH " + quoted(localizer.string(title).uppercased())]
    }

    private func string(_ text: LocalizedText) -> String { escaped(localizer.string(text)) }

    private func quoted(_ text: String) -> String {
        // Without these names, roff prints other quotation marks, which no shell understands.
        "\"" + escaped(text).replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq") + "\""
    }

    /// A text that roff shows as it is: no backslash, hyphen or dot at the beginning of a line means anything.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}

import Localization

/// A program's manual page in roff, the format of `man`, built from the declarations of commands and
/// settings.
struct ManualPage {
    let programName: String
    let version: ProgramVersion
    let summary: LocalizedText
    let grammar: Grammar
    /// The options of the command line.
    var launchOptions = LaunchArguments.parameters
    let settings: [SettingDeclaration]
    /// The names of programs that belong to this one.
    var related: [String] = []
    let localizer: Localizer

    /// The page's source.
    var source: String {
        let name = quoted(programName.uppercased()), date = quoted(version.date ?? "")
        var page = [".TH \(name) 1 \(date) \(quoted("\(programName) \(version.number)"))"]
        // Tools such as `apropos` expect an unescaped hyphen between the name and the description.
        page += section(text("Name")) + [escaped("\(programName) - ") + string(summary)]
        page += section(text("Synopsis"))
        for launch in Help.launches {
            page += [".br", "\\fB\(escaped(programName))\\fR " + string(launch.term)]
        }
        page += section(text("Description"))
        for launch in Help.launches {
            page += item("\(programName) \(localizer.string(launch.term))", string(launch.meaning))
        }
        page += section(text("Options")) + launchOptions.flatMap { option($0) }
        page += section(text("Commands"))
        for command in grammar.commands { page += self.command(command) }
        page += section(text("Settings"))
        for setting in settings {
            page += item(
                "set \(setting.name) \(localizer.string(setting.placeholder))", string(setting.help))
        }
        page += section(text("Exit codes"))
        for code in Help.exitCodeMeanings {
            page += item(localizer.string(code.term), string(code.meaning))
        }
        page += section(text("Environment")) + environment
        page += section(text("Files")) + files
        page += section(text("Examples")) + examples
        if !related.isEmpty {
            let pages = related.map { "\\fB\(escaped($0))\\fR(1)" }
            page += section(text("See also")) + [pages.joined(separator: ", ")]
        }
        return page.joined(separator: "\n") + "\n"
    }

    private var environment: [String] {
        item("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", string(text("The language.")))
            + item("ACCESSIBLE", string(text("If it is 1, outputs on a terminal are for screen readers.")))
            + item("NO_COLOR, CLICOLOR_FORCE, TERM", string(text("Whether to use colour.")))
            + item("PAGER, LESS", string(text("The pager for outputs that are longer than the screen.")))
            + item("VISUAL, EDITOR", string(text("The editor for longer texts.")))
            + item(
                "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME",
                string(text("The directories of the data, the settings and the typed lines.")))
    }

    /// The directories of the program if the environment doesn't name others.
    private var files: [String] {
        item("~/.local/share/\(programName)", string(text("The data, unless --store names another file.")))
            + item("~/.config/\(programName)", string(text("The settings.")))
            + item("~/.local/state/\(programName)", string(text("The typed lines.")))
    }

    /// An example of each of the first commands.
    private var examples: [String] {
        grammar.commands.compactMap { command in
            command.examples.first.map { (command, $0) }
        }.prefix(8).flatMap { command, example in
            item(launch(localizer.string(example)), string(command.summary))
        }
    }

    private func command(_ command: CommandDeclaration) -> [String] {
        var lines = [".SS " + quoted(localizer.string(Usage.line(of: command))), string(command.summary)]
        if !command.aliases.isEmpty {
            lines += [
                ".PP",
                string(text("Other names: %@", TextArgument.list(command.aliases.map { .string($0) }))),
            ]
        }
        for paragraph in command.discussion { lines += [".PP", string(paragraph)] }
        for parameter in command.parameters { lines += option(parameter) }
        for example in command.examples {
            lines += [".PP", ".B " + quoted(launch(localizer.string(example)))]
        }
        return lines
    }

    /// Returns the command line of the operating system's shell for an example.
    private func launch(_ example: String) -> String {
        let lines = example.split(separator: "\n")
        // In a shell, a number sign after a space begins a comment, so such a line needs quotes.
        if lines.count == 1, !example.contains(" #") { return "\(programName) \(example)" }
        return programName + lines.map { " -c '" + $0.replacing("'", with: "'\\''") + "'" }.joined()
    }

    private func option(_ parameter: ParameterDeclaration) -> [String] {
        let term = parameter.isPositional ? parameter.argumentPlaceholder : Usage.option(parameter)
        return item(localizer.string(term), string(parameter.help))
    }

    private func item(_ term: String, _ meaning: String) -> [String] {
        [".TP", "\\fB\(escaped(term))\\fR", meaning]
    }

    private func section(_ title: LocalizedText) -> [String] {
        [".SH " + quoted(localizer.string(title).uppercased())]
    }

    private func string(_ text: LocalizedText) -> String { escaped(localizer.string(text)) }

    private func quoted(_ text: String) -> String {
        // Escape quotation marks. Otherwise, roff prints typographic quotation marks, which shells don't
        // accept.
        "\"" + escaped(text).replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq") + "\""
    }

    /// Returns a text with backslashes, hyphens and a leading dot escaped, so that roff shows it literally.
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

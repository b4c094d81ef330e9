import Localization

extension ShellApplication {
    /// Runs a built-in command.
    func run(
        _ command: BuiltInCommand, _ call: Call, format: OutputFormat?, isLaunched: Bool
    ) async throws -> Outcome {
        switch command {
        case .quit:
            return .quit
        case .version:
            try await write(versionOutput, format)
        case .help:
            try await writeHelp(try helpPage(of: call.values["command"] ?? [], isLaunched), format)
        case .echo:
            try await write(.message(.verbatim((call.values["words"] ?? []).joined(separator: " "))), format)
        case .completions:
            try await complete(call, isLaunched)
        case .manual:
            let page = ManualPage(
                programName: program.name, version: program.version, summary: program.summary,
                grammar: grammar, launchOptions: launchOptions, settings: preferences.declarations,
                related: program.related, localizer: localizer)
            try streams.write(Array(page.source.utf8))
        case .set:
            try await write(try await set(call), format)
        }
        return .done
    }

    /// Returns the help page for the words after `help`: the list of commands, a topic, a family of commands,
    /// or one command.
    private func helpPage(of words: [String], _ isLaunched: Bool) throws -> [Block] {
        guard let name = words.first else {
            return isLaunched ? help.launchPage(summary: program.summary) : help.commandList()
        }
        if let topic = HelpTopic(rawValue: name) {
            if words.count > 1 {
                throw UsageError.unwantedArgument(words[1], usage: .verbatim("help \(name)"))
            }
            return help.page(of: topic, isLaunched: isLaunched)
        }
        if words.count == 1, let family = grammar.family(named: name) {
            return help.page(of: family, isLaunched: isLaunched)
        }
        let command = try grammar.parse(words + ["--help"]).declaration
        if let found = grammar.command(calledBy: words), found.wordCount < words.count {
            throw UsageError.unwantedArgument(
                words[found.wordCount],
                usage: .verbatim("help \(words.prefix(found.wordCount).joined(separator: " "))"))
        }
        return help.page(of: command, isLaunched: isLaunched)
    }

    /// Writes a completion script, or the completions of a line, one per line.
    private func complete(_ call: Call, _ isLaunched: Bool) async throws {
        guard
            let shell = try ArgumentValues.values(of: call, parseContext)["shell"]?.first as? ShellCompletion
        else { throw UsageError.missingArgument(text("SHELL"), usage: Usage.line(of: call.declaration)) }
        guard let line = call.values["line"]?.first else {
            return try streams.write(Array(shell.script(for: program.name).utf8))
        }
        // A command line of the operating system can choose the store and the language by its options. In a
        // session, both are fixed.
        if isLaunched {
            let typed = Tokenizer.partialWords(of: line, upTo: line.utf8.count).words.dropFirst()
            launch.apply(typed: typed.map(\.text), launchGrammar, context: parseContext)
            preferences.apply(launch.options)
        }
        // Without a session, for example if the store is damaged, the completer knows no names.
        _ = try? await Signals.runCancellable(
            Task { @MainActor in _ = try await currentSession(for: .read) })
        let completer = completer
        let words = completer.words(ofCommandLine: line, options: launchOptions).filter {
            !$0.contains(where: \.isNewline)
        }
        try streams.write(Array(words.map { visible($0) + "\n" }.joined().utf8))
    }

    /// Shows all settings or one setting, or changes one.
    private func set(_ call: Call) async throws -> Output {
        guard let name = call.values["setting"]?.first else {
            return Output(
                [.table(SettingsOutput.table(preferences))], data: [.table(SettingsOutput.data(preferences))])
        }
        let setting = try preferences.declaration(named: name)
        guard let value = call.values["value"]?.first else {
            return Output(
                [.record(SettingsOutput.record(setting, preferences))],
                data: [.record(SettingsOutput.data(setting, preferences))])
        }
        await preferences.waitForOtherProcess()
        do {
            try preferences.set(setting, to: ChoiceWord.normal(value) == "default" ? nil : value)
        } catch let error as ValueError {
            throw UsageError.invalidValue(name: .verbatim(setting.name), error)
        }
        lineReader?.limitHistory(to: preferences[ShellSettings.history])
        let message = text("“%1$@” is now %2$@.", setting.name, preferences.word(for: setting))
        return Output(
            launch.options.quiet ? [] : [.message(message)],
            data: [.record(SettingsOutput.data(setting, preferences))])
    }
}

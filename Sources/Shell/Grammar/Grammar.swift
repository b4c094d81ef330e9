import Localization

/// The commands and options of a program. The grammar finds the command of a line and assigns the line's
/// words to the command's parameters.
///
/// The prompt, scripts, `-c` and the command line of the operating system all use this grammar.
struct Grammar: Sendable {
    /// The commands, in the order in which the help lists them.
    let commands: [CommandDeclaration]
    /// The options that all commands share.
    private(set) var universal: [ParameterDeclaration]
    /// The families of commands with names of two words, in the order in which the help lists them.
    let families: [CommandFamily]
    private let indexByName: [String: Int]

    /// Creates the grammar of commands. If two commands have the same name, the first one is used.
    init(
        commands: [CommandDeclaration],
        universal: [ParameterDeclaration] = UniversalOptions.ofEveryCommand
    ) {
        self.commands = commands
        self.universal = universal
        var indexByName: [String: Int] = [:]
        var families: [CommandFamily] = []
        for (index, command) in commands.enumerated() {
            for name in command.names where indexByName[name.text] == nil {
                indexByName[name.text] = index
                guard name.second != nil else { continue }
                if !families.contains(where: { $0.name == name.first }) {
                    families.append(CommandFamily(name: name.first))
                }
                for index in families.indices where families[index].name == name.first {
                    families[index].add(command, called: name)
                }
            }
        }
        self.indexByName = indexByName
        self.families = families
    }

    /// Returns this grammar with further options that all commands accept.
    func accepting(_ options: [ParameterDeclaration]) -> Grammar {
        var grammar = self
        grammar.universal += options
        return grammar
    }

    /// Returns the command with a name or alias of one or two words.
    func command(named name: String) -> CommandDeclaration? {
        indexByName[name].map { commands[$0] }
    }

    /// Returns the command that a line calls, and the number of words in its name. A name of two words has
    /// priority over a name of one word.
    func command(calledBy words: some Collection<String>) -> (command: CommandDeclaration, wordCount: Int)? {
        for count in [2, 1] where words.count >= count {
            if let command = command(named: words.prefix(count).joined(separator: " ")) {
                return (command, count)
            }
        }
        return nil
    }

    /// Returns the family of commands whose names start with a word.
    func family(named name: String) -> CommandFamily? {
        families.first { $0.name == name }
    }

    /// Returns the option of a command with a name: one of its own parameters, or a shared option.
    func option(named name: String, of command: CommandDeclaration) -> ParameterDeclaration? {
        command.parameters.first { $0.name == name } ?? universal.first { $0.name == name }
    }

    /// Parses arguments that the operating system's shell passed on.
    ///
    /// - Parameters:
    ///   - words: The words, at least one; the first is the command.
    ///   - stopsAtWord: Whether options end at the first word that isn't an option. That word and all later
    ///     words then belong to the command's last argument, even if they look like options.
    ///   - localizer: The user's language. Default: English.
    /// - Returns: The call.
    /// - Throws: ``UsageError``.
    func parse(
        _ words: [String], stopsAtWord: Bool = false,
        _ localizer: @autoclosure () -> Localizer = .init(.english)
    ) throws(UsageError) -> Call {
        try parse(words.map(Word.argument), stopsAtWord: stopsAtWord, localizer())
    }

    /// Parses the words of a line.
    func parse(
        _ line: [Word], stopsAtWord: Bool = false, _ localizer: @autoclosure () -> Localizer = .init(.english)
    ) throws(UsageError) -> Call {
        let words = line.map(\.text)
        guard let called = command(calledBy: words) else {
            // Treat “shelf --help” as “help shelf”.
            if words.count == 2, family(named: words[0]) != nil, command(named: "help") != nil,
                Grammar.optionName(words[1]) == "help"
            {
                return try parse(["help", words[0]], localizer())
            }
            if let secrets = declaredSecrets(in: words) { throw secrets.refusal(words) }
            throw unknownCommand(words)
        }
        let secrets = called.command.secrets, arguments = Array(words.dropFirst(called.wordCount))
        if let secrets, secrets.areIn(arguments) { throw secrets.refusal(arguments) }
        var parser = CallParser(
            grammar: self, call: Call(declaration: called.command), words: line, next: called.wordCount)
        try parser.readWords(stopsAtWord: stopsAtWord)
        if !parser.call.asksForHelp {
            try parser.placeClaimed(localizer)
            do throws(UsageError) {
                try parser.placePositionals(localizer)
            } catch {
                if let secrets, secrets.includesExtraWords, case .tooManyArguments = error {
                    throw secrets.refusal(arguments)
                }
                // “sync keep” probably means another command of the family.
                if case .unwantedArgument(let word, _) = error, called.wordCount == 1,
                    family(named: words[0]) != nil
                {
                    throw unknownCommand([words[0], word])
                }
                throw error
            }
        }
        return parser.call
    }

    /// Returns whether a typed line has a secret, so that the history must not keep it.
    func hasSecret(_ line: String) -> Bool {
        // A line with an open quotation mark isn't run, but it may have a secret.
        let words =
            (try? Tokenizer.words(of: line).map(\.text))
            ?? line.split { $0.isWhitespace || QuoteMark(rawValue: $0) != nil }.map(String.init)
        if declaredSecrets(in: words) != nil { return true }
        guard command(calledBy: words)?.command.secrets != nil else { return false }
        do throws(UsageError) {
            _ = try parse(words)
        } catch {
            if case .secretInLine = error { return true }
        }
        return false
    }

    /// Returns the declared secrets of which a word contains one; `nil` if none does.
    private func declaredSecrets(in words: [String]) -> TypedSecrets? {
        commands.lazy.compactMap(\.secrets).first { words.contains(where: $0.isSecret) }
    }

    /// Returns the error for a line that calls no command, with similar names.
    private func unknownCommand(_ words: [String]) -> UsageError {
        let name = words.first ?? ""
        if let family = family(named: name) {
            let members = family.members.map(\.name)
            guard words.count > 1, !Grammar.looksLikeOption(words[1]) else {
                return .incompleteCommand(name, members: members)
            }
            let written = "\(name) \(words[1])"
            var near = nearest(to: words[1], in: family.words + family.otherWords).map { "\(name) \($0)" }
            // A line that names a record and more probably adds something to it: `quote emma "x"`.
            if near.isEmpty, words.count > 2 { near = members.filter { $0 == "\(name) add" } }
            return .unknownMember(written, members: members, nearest: near)
        }
        let names = commands.flatMap(\.names)
        // Some programs take the number of a record before the command: `12 done`.
        if !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isNumber }) {
            let wanted = words.count > 1 ? words[1] : "show"
            let command = commands.first { command in
                command.names.contains { $0.second == nil && $0.text == wanted }
                    && command.parameters.contains(where: \.isPositional)
            }
            if command != nil {
                let line = ([wanted, name] + words.dropFirst(2).map(Quoting.quote)).joined(separator: " ")
                return .unknownCommand(name, nearest: [line])
            }
        }
        // “edit” alone may mean “mission edit”.
        let members = names.filter { $0.second == name }.map(\.text)
        if !members.isEmpty { return .unknownCommand(name, nearest: Array(members.prefix(3))) }
        let single = families.map(\.name) + names.filter { $0.second == nil }.map(\.text)
        let near = nearest(to: name, in: single)
        // Suggest names of two words only if no name of one word is similar. Otherwise, a typed word that is
        // similar to a family's name would suggest all commands of the family.
        return .unknownCommand(name, nearest: near.isEmpty ? nearest(to: name, in: names.map(\.text)) : near)
    }
}

extension Grammar {
    /// Returns whether a word is an option of a command, not an argument that accepts hyphens.
    func isOption(_ word: String, of command: CommandDeclaration) -> Bool {
        guard Self.looksLikeOption(word) else { return false }
        if word.hasPrefix("--") || !command.parameters.contains(where: \.takesHyphens) { return true }
        return Self.optionName(word).flatMap { option(named: $0, of: command) } != nil
    }

    /// Returns whether a word looks like an option: it begins with `-`, and is neither `-` nor a negative
    /// number.
    static func looksLikeOption(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else { return false }
        let second = bytes[bytes.index(after: bytes.startIndex)]
        return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= second) && second != UInt8(ascii: ".")
    }

    /// Returns the name of an option as typed: `title` for `--title`, `c` for `-c`, and `help` for `-h`.
    static func optionName(_ written: String) -> String? {
        let name = written.drop { $0 == "-" }
        switch written.count - name.count {
        case 1 where name.count == 1: return name == "h" ? "help" : String(name)
        case 2 where name.count > 1: return String(name)
        default: return nil
        }
    }
}

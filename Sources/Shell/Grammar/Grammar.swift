import Localization

/// Finds the command that a line calls, and gives each word its place.
///
/// One grammar serves the prompt, scripts, `-c` and the command line of the operating system.
struct Grammar: Sendable {
    /// The commands, in the order of the help.
    let commands: [CommandDeclaration]
    /// The options that go with every command.
    let universal: [ParameterDeclaration]
    /// The families of commands whose names have two words, in the order of the help.
    let families: [CommandFamily]
    private let indexByName: [String: Int]

    /// Makes the grammar of commands. Where two have the same name, the first is found.
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

    /// The command with this name or alias, of one word or of two.
    func command(named name: String) -> CommandDeclaration? {
        indexByName[name].map { commands[$0] }
    }

    /// The command that a line calls, and how many of the line's words its name is: two, where there is such a name.
    func command(calledBy words: some Collection<String>) -> (command: CommandDeclaration, wordCount: Int)? {
        for count in [2, 1] where words.count >= count {
            if let command = command(named: words.prefix(count).joined(separator: " ")) {
                return (command, count)
            }
        }
        return nil
    }

    /// The family of commands with this first word.
    func family(named name: String) -> CommandFamily? {
        families.first { $0.name == name }
    }

    /// The option of a command with this name: its own, any of its arguments by name, or one of every command.
    func option(named name: String, of command: CommandDeclaration) -> ParameterDeclaration? {
        command.parameters.first { $0.name == name } ?? universal.first { $0.name == name }
    }

    /// Understands the words of a line, of which there is at least one. Throws ``UsageError``.
    ///
    /// - Parameters:
    ///   - words: The words, the first of which is the command.
    ///   - stopsAtWord: Whether everything from the first word on that is no option belongs to the command's last
    ///     argument, options and all.
    func parse(_ words: [String], stopsAtWord: Bool = false) throws(UsageError) -> Call {
        guard let called = command(calledBy: words) else {
            // What “shelf --help” asks, “help shelf” answers.
            if words.count == 2, family(named: words[0]) != nil, command(named: "help") != nil,
                Grammar.optionName(words[1]) == "help"
            {
                return try parse(["help", words[0]])
            }
            throw unknownCommand(words)
        }
        var reading = Reading(
            grammar: self, call: Call(declaration: called.command), words: words, next: called.wordCount)
        try reading.readWords(stopsAtWord: stopsAtWord)
        if !reading.call.asksForHelp { try reading.placePositionals() }
        return reading.call
    }

    /// What is wrong with a line that calls no command, and what is near.
    private func unknownCommand(_ words: [String]) -> UsageError {
        let name = words.first ?? ""
        if let family = family(named: name) {
            let members = family.members.map(\.name)
            guard words.count > 1, !Grammar.looksLikeOption(words[1]) else {
                return .incompleteCommand(name, members: members)
            }
            let written = "\(name) \(words[1])"
            let known = (family.words + family.otherWords).map { "\(name) \($0)" }
            return .unknownMember(written, members: members, nearest: nearest(to: written, in: known))
        }
        let names = commands.flatMap(\.names)
        let single = families.map(\.name) + names.filter { $0.second == nil }.map(\.text)
        let near = nearest(to: name, in: single)
        // Names of two words are looked at last: they are near to any of their words.
        return .unknownCommand(name, nearest: near.isEmpty ? nearest(to: name, in: names.map(\.text)) : near)
    }
}

/// The reading of one line.
private struct Reading {
    let grammar: Grammar
    var call: Call
    let words: [String]
    private var next: Int
    private var positionals: [String] = []

    /// Begins behind the words that are the command's name.
    init(grammar: Grammar, call: Call, words: [String], next: Int) {
        self.grammar = grammar
        self.call = call
        self.words = words
        self.next = next
    }

    mutating func readWords(stopsAtWord: Bool) throws(UsageError) {
        var optionsEnded = false
        while next < words.count {
            let word = words[next]
            next += 1
            if optionsEnded || !grammar.isOption(word, of: call.declaration) {
                positionals.append(word)
                optionsEnded = optionsEnded || stopsAtWord
            } else if word == "--" {
                optionsEnded = true
            } else {
                try readOption(word)
            }
        }
    }

    private mutating func readOption(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        guard
            let name = Grammar.optionName(written),
            let parameter = grammar.option(named: name, of: call.declaration)
        else {
            let known = (call.declaration.parameters + grammar.universal).map(Usage.name(of:))
            throw UsageError.unknownOption(
                written, command: call.declaration.name, nearest: nearest(to: written, in: known))
        }
        let isOwn = call.declaration.parameters.contains { $0.name == name }
        if parameter.kind == .flag {
            if attached != nil { throw UsageError.unexpectedValue(flag: written) }
            set([""], of: parameter, isOwn: isOwn)
            return
        }
        let value: String
        if let attached {
            value = attached
        } else {
            value = try followingValue(of: parameter, written: written)
        }
        let already = (isOwn ? call.values[name] : call.universal[name]) ?? []
        switch parameter.kind {
        case .rest, .repeatedOption: break
        default: if !already.isEmpty { throw UsageError.repeatedOption(written) }
        }
        set(already + [value], of: parameter, isOwn: isOwn)
    }

    private mutating func followingValue(
        of parameter: ParameterDeclaration, written: String
    ) throws(UsageError) -> String {
        guard next < words.count, !words[next].hasPrefix("--") else {
            throw UsageError.missingValue(option: written, placeholder: parameter.placeholder)
        }
        next += 1
        return words[next - 1]
    }

    private mutating func set(_ values: [String], of parameter: ParameterDeclaration, isOwn: Bool) {
        if isOwn {
            call.values[parameter.name] = values
        } else {
            call.universal[parameter.name] = values
        }
    }

    mutating func placePositionals() throws(UsageError) {
        var remaining = positionals[...]
        for (index, parameter) in call.declaration.parameters.enumerated() {
            switch parameter.kind {
            case .optional where remaining.count <= needed(after: index):
                // What must be there comes first, so that an argument before it can be left out.
                continue
            case .required, .optional:
                guard call.values[parameter.name] == nil, let word = remaining.popFirst() else { continue }
                call.values[parameter.name] = [word]
            case .rest(let minimum):
                // What must follow gets the last words, as in “move FILE… DIRECTORY”.
                let own = min(minimum - (call.values[parameter.name]?.count ?? 0), remaining.count)
                let taken = remaining.prefix(max(own, remaining.count - needed(after: index), 0))
                guard !taken.isEmpty else { continue }
                call.values[parameter.name, default: []] += taken
                remaining = remaining.dropFirst(taken.count)
            case .option, .repeatedOption, .flag:
                continue
            }
        }
        if let extra = remaining.first {
            let usage = Usage.line(of: call.declaration)
            let takesWords = call.declaration.parameters.contains(where: \.isPositional)
            throw takesWords
                ? UsageError.tooManyArguments(extra, usage: usage) : .unwantedArgument(extra, usage: usage)
        }
    }

    /// How many words the arguments after one need that must be there and are not given by name.
    private func needed(after index: Int) -> Int {
        call.declaration.parameters[(index + 1)...].reduce(0) { sum, parameter in
            let given = call.values[parameter.name]?.count ?? 0
            return switch parameter.kind {
            case .required: sum + (given == 0 ? 1 : 0)
            case .rest(let minimum): sum + max(minimum - given, 0)
            case .optional, .option, .repeatedOption, .flag: sum
            }
        }
    }
}

extension Grammar {
    /// Whether a word is meant as an option of a command, and not as one of its arguments that take hyphens.
    func isOption(_ word: String, of command: CommandDeclaration) -> Bool {
        guard Self.looksLikeOption(word) else { return false }
        if word.hasPrefix("--") || !command.parameters.contains(where: \.takesHyphens) { return true }
        return Self.optionName(word).flatMap { option(named: $0, of: command) } != nil
    }

    /// Whether a word is meant as an option: it begins with `-`, and is neither `-` alone nor a negative number.
    static func looksLikeOption(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else { return false }
        let second = bytes[bytes.index(after: bytes.startIndex)]
        return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= second) && second != UInt8(ascii: ".")
    }

    /// The name of an option as it is written: `--title` is `title`, `-c` is `c`, and `-h` is `help`.
    static func optionName(_ written: String) -> String? {
        let name = written.drop { $0 == "-" }
        switch written.count - name.count {
        case 1 where name.count == 1: return name == "h" ? "help" : String(name)
        case 2 where name.count > 1: return String(name)
        default: return nil
        }
    }
}

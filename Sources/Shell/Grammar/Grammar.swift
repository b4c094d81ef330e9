import Localization

/// Finds the command that a line calls, and gives each word its place.
///
/// One grammar serves the prompt, scripts, `-c` and the command line of the operating system.
struct Grammar: Sendable {
    /// The commands, in the order of the help.
    let commands: [CommandDeclaration]
    /// The options that go with every command.
    let universal: [ParameterDeclaration]
    private let indexByName: [String: Int]

    /// Makes the grammar of commands. Where two have the same name, the first is found.
    init(
        commands: [CommandDeclaration],
        universal: [ParameterDeclaration] = UniversalOptions.ofEveryCommand
    ) {
        self.commands = commands
        self.universal = universal
        var indexByName: [String: Int] = [:]
        for (index, command) in commands.enumerated() {
            for name in [command.name] + command.aliases where indexByName[name] == nil {
                indexByName[name] = index
            }
        }
        self.indexByName = indexByName
    }

    /// The command with this name or alias.
    func command(named name: String) -> CommandDeclaration? {
        indexByName[name].map { commands[$0] }
    }

    /// The command that the first words of a line call, and how many of them are its name. The longest name counts:
    /// `tag new` is another command than `tag`.
    func command(calledBy words: [String]) -> (command: CommandDeclaration, nameLength: Int)? {
        if words.count > 1, let command = command(named: "\(words[0]) \(words[1])") { return (command, 2) }
        return words.first.flatMap { command(named: $0) }.map { ($0, 1) }
    }

    /// The names and aliases of all commands.
    var names: [String] { commands.flatMap { [$0.name] + $0.aliases } }

    /// The first words of commands that have two.
    private var firstWords: [String] {
        Set(commands.map(\.name).filter { $0.contains(" ") }.map { String($0.prefix { $0 != " " }) }).sorted()
    }

    /// The commands whose names have a second word after this one, such as `tag new` after `tag`.
    func commands(beginningWith word: String) -> [CommandDeclaration] {
        commands.filter { $0.name.hasPrefix(word + " ") }
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
        guard let (declaration, nameLength) = command(calledBy: words) else { throw unknownCommand(words) }
        var reading = Reading(
            grammar: self, call: Call(declaration: declaration), words: words, next: nameLength)
        try reading.readWords(stopsAtWord: stopsAtWord)
        if !reading.call.asksForHelp { try reading.placePositionals() }
        return reading.call
    }

    /// What is said of words that call no command. After the first word of several commands, they are offered.
    private func unknownCommand(_ words: [String]) -> UsageError {
        guard let first = words.first else { return .unknownCommand("", nearest: []) }
        let several = commands(beginningWith: first).map(\.name)
        if several.isEmpty {
            return .unknownCommand(first, nearest: nearest(to: first, in: names + firstWords))
        }
        guard words.count > 1, !Grammar.looksLikeOption(words[1]) else {
            return .unknownCommand(first, nearest: several)
        }
        let typed = "\(first) \(words[1])"
        let near = nearest(to: typed, in: several)
        return .unknownCommand(typed, nearest: near.isEmpty ? several : near)
    }
}

/// The reading of one line.
private struct Reading {
    let grammar: Grammar
    var call: Call
    let words: [String]
    private var next: Int
    private var positionals: [String] = []

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
            if optionsEnded || !Grammar.looksLikeOption(word) {
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
            case .rest:
                guard !remaining.isEmpty else { continue }
                call.values[parameter.name, default: []] += remaining
                remaining = []
            case .option, .repeatedOption, .flag:
                continue
            }
        }
        if let extra = remaining.first {
            throw UsageError.tooManyArguments(extra, usage: Usage.line(of: call.declaration))
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

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
        guard let name = words.first else { throw UsageError.unknownCommand("", nearest: []) }
        guard let declaration = command(named: name) else {
            throw UsageError.unknownCommand(
                name, nearest: nearest(to: name, in: commands.flatMap { [$0.name] + $0.aliases }))
        }
        var reading = Reading(grammar: self, call: Call(declaration: declaration), words: words)
        try reading.readWords(stopsAtWord: stopsAtWord)
        if !reading.call.asksForHelp { try reading.placePositionals() }
        return reading.call
    }
}

/// The reading of one line.
private struct Reading {
    let grammar: Grammar
    var call: Call
    let words: [String]
    private var next = 1
    private var positionals: [String] = []

    init(grammar: Grammar, call: Call, words: [String]) {
        self.grammar = grammar
        self.call = call
        self.words = words
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
        for parameter in call.declaration.parameters {
            switch parameter.kind {
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

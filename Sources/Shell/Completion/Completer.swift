import Foundation
import Localization

/// Finds what the word at the cursor can become: a command, an option, a value, a file, or a live value.
@MainActor
struct Completer {
    /// The grammar of what can be typed.
    let grammar: Grammar
    /// The live values of a source that go with what was typed.
    let liveValues: @MainActor (_ source: String, _ typed: String) -> [String]
    /// The person's language, whose words are completed too.
    let localizer: Localizer
    /// The directory that relative paths start from.
    let workingDirectory: String
    /// What `~` stands for.
    let home: String?

    /// The ways to go on with a line at a place, an offset in UTF-8 bytes, or `nil` where there is none.
    func complete(_ line: String, at place: Int) -> LineCompletion? {
        let partial = Tokenizer.partialWords(of: line, upTo: place)
        let head = String(decoding: line.utf8.prefix(partial.wordStart), as: UTF8.self)
        let words = candidates(after: partial.words.map(\.text), typed: partial.word)
        return LineCompletion(words, typed: partial.word, head: head, quote: partial.quote)
    }

    /// The ways to go on with an answer, which is one value without quotes.
    func completeAnswer(_ line: String, at place: Int, with completion: Completion) -> LineCompletion? {
        let typed = String(decoding: line.utf8.prefix(place), as: UTF8.self)
        return LineCompletion(answers: values(of: completion, typed: typed), typed: typed)
    }

    func candidates(after words: [String], typed: String) -> [LineCompletion.Word] {
        guard let name = words.first else { return commands(typed: typed) }
        var members: [LineCompletion.Word] = []
        if words.count == 1, let family = grammar.family(named: name) {
            members = self.members(of: family, typed: typed)
        }
        // The family's name alone may be a command too.
        guard let (command, wordCount) = grammar.command(calledBy: words) else { return members }
        return members + arguments(of: command, after: words.dropFirst(wordCount), typed: typed)
    }

    private func arguments(
        of command: CommandDeclaration, after words: ArraySlice<String>, typed: String
    ) -> [LineCompletion.Word] {
        let place = Place(words: words, command: command, grammar: grammar)
        if let option = place.waitingOption { return followingValues(of: option, typed: typed) }
        let takesHyphens = place.nextPositionals.contains(where: \.takesHyphens) && typed.count > 1
        if !place.optionsEnded, typed.hasPrefix("--") || (typed.hasPrefix("-") && !takesHyphens) {
            return options(of: command, given: place, typed: typed)
        }
        if place.nextPositionals.isEmpty {
            return typed.isEmpty ? options(of: command, given: place, typed: "--") : []
        }
        return place.nextPositionals.flatMap { parameter in
            let values = values(of: parameter.completion, typed: typed, after: words.last ?? command.name)
            if place.optionsEnded { return values }
            return values.compactMap { word in
                parameter.completion.readable(word) { grammar.isOption($0, of: command) }
            }
        }
    }

    /// The values that can stand behind an option as a word of their own.
    func followingValues(of option: ParameterDeclaration, typed: String) -> [LineCompletion.Word] {
        values(of: option.completion, typed: typed).compactMap { word in
            option.completion.readable(word) { $0.hasPrefix("--") }
        }
    }

    private func commands(typed: String) -> [LineCompletion.Word] {
        let names = matching(firstWords(of: grammar.commands.map(\.name)), typed: typed)
        // Other names only help where no name does.
        return names.isEmpty
            ? matching(firstWords(of: grammar.commands.flatMap(\.aliases)), typed: typed) : names
    }

    private func members(of family: CommandFamily, typed: String) -> [LineCompletion.Word] {
        let names = matching(family.words, typed: typed)
        return names.isEmpty ? matching(family.otherWords, typed: typed) : names
    }

    /// The words that lines begin with, each once.
    private func firstWords(of names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.map { CommandName($0).first }.filter { seen.insert($0).inserted }
    }

    private func options(
        of command: CommandDeclaration, given: Place, typed: String
    ) -> [LineCompletion.Word] {
        if let equals = typed.firstIndex(of: "=") {
            let written = String(typed[..<equals])
            guard let name = Grammar.optionName(written),
                let option = grammar.option(named: name, of: command)
            else { return [] }
            return values(of: option.completion, typed: String(typed[typed.index(after: equals)...])).map {
                LineCompletion.Word(
                    text: "\(written)=\($0.text)", isWhole: $0.isWhole, display: $0.display ?? $0.text)
            }
        }
        let own = command.parameters.filter { parameter in
            switch parameter.kind {
            case .rest, .repeatedOption: true
            default: !given.given.contains(parameter.name)
            }
        }
        // Arguments can be given by name too, but what is asked for first are options.
        let named = own.filter(\.isPositional)
        let optional = own.filter { !$0.isPositional }
        return matching((optional + named + grammar.universal).map { "--\($0.name)" }, typed: typed)
    }

    func values(
        of completion: Completion, typed: String, after previous: String = ""
    ) -> [LineCompletion.Word] {
        switch completion {
        case .none: []
        case .words(let words): self.words(words, typed: typed)
        case .wordsAfter(let words): self.words(words[ChoiceWord.normal(previous)] ?? [], typed: typed)
        case .files: FileCompletion(workingDirectory: workingDirectory, home: home).words(typed: typed)
        case .live(let source, let mark): live(source, mark, typed: typed)
        }
    }

    /// The words of the person's language that begin with what was typed, and then the English ones that do; where
    /// nothing is typed, the language's own, one for each meaning.
    private func words(_ words: [CompletionWord], typed: String) -> [LineCompletion.Word] {
        if typed.isEmpty { return matching(words.compactMap { $0.own(localizer).first }, typed: typed) }
        var seen: Set<String> = []
        let all = words.flatMap { $0.own(localizer) } + words.map(\.english)
        return matching(all.filter { seen.insert($0).inserted }, typed: typed)
    }

    /// The live values of a source, with a mark before those that need it, or before all where it is typed.
    private func live(_ source: String, _ mark: ValueMark?, typed: String) -> [LineCompletion.Word] {
        guard let mark else { return live(liveValues(source, typed), typed: typed) }
        if let (written, rest) = mark.split(typed) {
            return live(liveValues(source, rest), typed: rest).map { $0.behind(written) }
        }
        return live(liveValues(source, typed), typed: typed).map {
            mark.isNeeded($0.text) ? $0.behind(mark.text) : $0
        }
    }

    /// The live values that begin with what was typed, or else those that contain it, as a record is named by any
    /// part of its title. What holds control characters can't be typed, so it isn't offered.
    private func live(_ values: [String], typed: String) -> [LineCompletion.Word] {
        var seen: Set<TextBytes> = []
        let typable = values.filter { $0.isPrintableASCII || visible($0) == $0 }.filter {
            seen.insert(TextBytes(text: $0)).inserted
        }
        let beginning = matching(typable, typed: typed)
        let folded = SearchFold.fold(typed)
        let words =
            beginning.isEmpty
            ? typable.filter { SearchFold.fold($0).contains(folded) }.map { LineCompletion.Word(text: $0) }
            : beginning
        // More than are written out nobody reads, in whatever order.
        guard words.count <= LineCompletion.mostCandidates else { return words }
        return words.map { ($0, SearchFold.fold($0.text)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    func matching(_ candidates: [String], typed: String) -> [LineCompletion.Word] {
        let folded = SearchFold.fold(typed)
        if folded.isEmpty { return candidates.map { LineCompletion.Word(text: $0) } }
        return candidates.filter { SearchFold.fold($0).hasPrefix(folded) }.map {
            LineCompletion.Word(text: $0)
        }
    }
}

extension Completion {
    /// A word as it can stand where words that begin like options are options: a file in its directory, a live value
    /// behind its mark. `nil` where there is no way to write it.
    fileprivate func readable(
        _ word: LineCompletion.Word, unless isOption: (String) -> Bool
    ) -> LineCompletion.Word? {
        guard isOption(word.text) else { return word }
        switch self {
        case .files: return word.behind("./")
        case .live(_, let mark): return mark.map { word.behind($0.text) }
        case .none, .words, .wordsAfter: return nil
        }
    }
}

extension LineCompletion.Word {
    /// The word with something before it.
    fileprivate func behind(_ beginning: String) -> LineCompletion.Word {
        LineCompletion.Word(text: beginning + text, isWhole: isWhole, display: display)
    }
}

/// Where the cursor stands among a command's arguments.
private struct Place {
    /// The option whose value comes next.
    private(set) var waitingOption: ParameterDeclaration?
    /// The arguments that can come next by their place: one; the one after it too, where it may be missing; or what
    /// ends several words, and one more of them.
    private(set) var nextPositionals: [ParameterDeclaration] = []
    /// The names of the parameters that are there already.
    private(set) var given: Set<String> = []
    /// Whether `--` stands before the cursor.
    private(set) var optionsEnded = false

    init(words: ArraySlice<String>, command: CommandDeclaration, grammar: Grammar) {
        var positionals = 0
        for word in words {
            if waitingOption != nil {
                waitingOption = nil
            } else if optionsEnded || !grammar.isOption(word, of: command) {
                positionals += 1
            } else if word == "--" {
                optionsEnded = true
            } else {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Grammar.optionName(String(parts[0])),
                    let option = grammar.option(named: name, of: command)
                else { continue }
                given.insert(name)
                if option.kind != .flag, parts.count == 1 { waitingOption = option }
            }
        }
        var open = command.parameters.filter { $0.isPositional && !given.contains($0.name) }[...]
        while let parameter = open.first {
            if case .rest = parameter.kind { break }
            if positionals == 0 { break }
            positionals -= 1
            open.removeFirst()
        }
        guard let next = open.popFirst() else { return }
        if case .rest(let minimum) = next.kind, positionals >= minimum, let required = open.first {
            nextPositionals.append(required)
        }
        nextPositionals.append(next)
        // An argument that may be missing can be left out where one follows that must be there.
        if next.kind == .optional, let required = open.first, required.isRequired {
            nextPositionals.append(required)
        }
    }
}

extension ParameterDeclaration {
    /// Whether it must be there.
    var isRequired: Bool {
        switch kind {
        case .required: true
        case .rest(let minimum): minimum > 0
        case .optional, .option, .repeatedOption, .flag: false
        }
    }

    /// Whether it is given by its place in the line.
    var isPositional: Bool {
        switch kind {
        case .required, .optional, .rest: true
        case .option, .repeatedOption, .flag: false
        }
    }
}

/// A text that is equal to another one where their bytes are. There may be very many, and hashing what is not ASCII as
/// strings are hashed, by what is canonically equivalent, takes many times as long.
private struct TextBytes: Hashable {
    let text: String

    static func == (left: TextBytes, right: TextBytes) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

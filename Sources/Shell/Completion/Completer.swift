import Foundation
import Localization

/// Finds the completions of the word at the cursor: commands, options, values, files, and candidates of the
/// session.
@MainActor
struct Completer {
    /// The commands and options.
    let grammar: Grammar
    /// Returns the candidates of a completion source that match the typed text.
    let candidateSource: @MainActor (_ source: String, _ typed: String) -> [String]
    /// The localizer of the user's language. The words of that language are completed in addition to the
    /// English words.
    let localizer: Localizer
    /// The directory that relative paths start from.
    let workingDirectory: String
    /// The home directory, for `~`.
    let home: String?

    /// Returns the completions of a line at a position, an offset in UTF-8 bytes; `nil` without candidates.
    ///
    /// An unquoted title of several words is completed whole, if candidates of the session continue it.
    func complete(_ line: String, at place: Int) -> LineCompletion? {
        let partial = Tokenizer.partialWords(of: line, upTo: place)
        var start = partial.wordStart
        var typed = partial.word
        var words: [LineCompletion.Word]
        if let text = unquotedText(before: place, partial) {
            (start, typed, words) = text
        } else {
            words = candidates(after: partial.words.map(\.text), typed: typed)
        }
        let bytes = line.utf8
        let rest = String(decoding: bytes.dropFirst(place), as: UTF8.self)
        return LineCompletion(
            words, typed: typed, head: String(decoding: bytes.prefix(start), as: UTF8.self),
            written: String(decoding: bytes.prefix(place).dropFirst(start), as: UTF8.self),
            quote: partial.quote, isClosed: partial.quote.map { rest.first == $0.closing } ?? false)
    }

    /// Returns the longest unquoted text of several words at the cursor that candidates of the session
    /// continue: its start in the line, the text, and the candidates.
    private func unquotedText(
        before place: Int, _ partial: PartialLine
    ) -> (start: Int, typed: String, words: [LineCompletion.Word])? {
        let words = partial.words.map(\.text)
        guard partial.quote == nil, partial.word.utf8.count == place - partial.wordStart,
            let (command, nameLength) = grammar.command(calledBy: words)
        else { return nil }
        let isUnquoted: (Int) -> Bool = { index in
            partial.words[index].range.count == words[index].utf8.count
                && !grammar.isOption(words[index], of: command)
        }
        var first = words.count
        while first > nameLength, words.count - first < Self.longestText, isUnquoted(first - 1) { first -= 1 }
        for start in first..<words.count {
            let cursor = CursorContext(
                words: words[nameLength..<start], command: command, grammar: grammar)
            let typed = (words[start...] + [partial.word]).joined(separator: " ")
            let parameters = cursor.waitingOption.map { [$0] } ?? cursor.nextPositionals
            let found = parameters.flatMap { parameter -> [LineCompletion.Word] in
                // After a space, a further reference may begin.
                guard case .source = parameter.completion, parameter.isOneText || !partial.word.isEmpty
                else { return [] }
                return values(of: parameter.completion, typed: typed, keepsQuotes: parameter.keepsQuotes)
            }
            if !found.isEmpty { return (partial.words[start].range.lowerBound, typed, found) }
        }
        return nil
    }

    /// The largest number of words before the cursor that are tried as the beginning of a title.
    private static let longestText = 10

    /// Returns the completions of an answer, which is one value without quotes.
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
        // The name of a family can also be a command.
        guard let (command, wordCount) = grammar.command(calledBy: words) else { return members }
        return members + arguments(of: command, after: words.dropFirst(wordCount), typed: typed)
    }

    private func arguments(
        of command: CommandDeclaration, after words: ArraySlice<String>, typed: String
    ) -> [LineCompletion.Word] {
        let place = CursorContext(words: words, command: command, grammar: grammar)
        if let option = place.waitingOption { return followingValues(of: option, typed: typed) }
        let takesHyphens = place.nextPositionals.contains(where: \.takesHyphens) && typed.count > 1
        if !place.optionsEnded, typed.hasPrefix("--") || (typed.hasPrefix("-") && !takesHyphens) {
            return options(of: command, given: place, typed: typed)
        }
        if place.nextPositionals.isEmpty {
            return typed.isEmpty ? options(of: command, given: place, typed: "--") : []
        }
        return place.nextPositionals.flatMap { parameter in
            var values = values(
                of: parameter.completion, typed: typed, after: words.last ?? command.name,
                keepsQuotes: parameter.keepsQuotes)
            // A title of several words can't stand within a text.
            if parameter.isOneText, place.isInText, case .source = parameter.completion {
                values.removeAll { $0.text.contains(where: \.isWhitespace) }
            }
            if place.optionsEnded { return values }
            return values.compactMap { word in
                parameter.completion.readable(word) { grammar.isOption($0, of: command) }
            }
        }
    }

    /// Returns the values that can follow an option as a separate word.
    func followingValues(of option: ParameterDeclaration, typed: String) -> [LineCompletion.Word] {
        values(of: option.completion, typed: typed).compactMap { word in
            option.completion.readable(word) { $0.hasPrefix("--") }
        }
    }

    private func commands(typed: String) -> [LineCompletion.Word] {
        let names = matching(firstWords(of: grammar.commands.map(\.name)), typed: typed)
        // Offer aliases only if no name matches.
        return names.isEmpty
            ? matching(firstWords(of: grammar.commands.flatMap(\.aliases)), typed: typed) : names
    }

    private func members(of family: CommandFamily, typed: String) -> [LineCompletion.Word] {
        let names = matching(family.words, typed: typed)
        return names.isEmpty ? matching(family.otherWords, typed: typed) : names
    }

    /// Returns the first words of names, without duplicates.
    private func firstWords(of names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.map { CommandName($0).first }.filter { seen.insert($0).inserted }
    }

    private func options(
        of command: CommandDeclaration, given: CursorContext, typed: String
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
        // Offer options first. Arguments can be given by name too, but users rarely do.
        let named = own.filter(\.isPositional)
        let optional = own.filter { !$0.isPositional }
        return matching((optional + named + grammar.universal).map { "--\($0.name)" }, typed: typed)
    }

    func values(
        of completion: Completion, typed: String, after previous: String = "", keepsQuotes: Bool = false
    ) -> [LineCompletion.Word] {
        switch completion {
        case .none: []
        case .words(let words): self.words(words, typed: typed)
        case .wordsAfter(let words): self.words(words[ChoiceWord.normal(previous)] ?? [], typed: typed)
        case .files(let endings):
            FileCompletion(workingDirectory: workingDirectory, home: home, endings: endings)
                .words(typed: typed)
        case .source(let source, let mark):
            candidates(from: source, mark, typed: typed, keepsQuotes: keepsQuotes)
        }
    }

    /// Returns the matching words of the user's language, then the matching English words. If nothing is
    /// typed, returns one word of the user's language for each meaning.
    private func words(_ words: [CompletionWord], typed: String) -> [LineCompletion.Word] {
        if typed.isEmpty { return matching(words.compactMap { $0.own(localizer).first }, typed: typed) }
        var seen: Set<String> = []
        let all = words.flatMap { $0.own(localizer) } + words.map(\.english)
        return matching(all.filter { seen.insert($0).inserted }, typed: typed)
    }

    /// Returns the candidates of a completion source. A candidate that would be parsed as another value gets
    /// the type's mark as a prefix, such as `title:` before a title that is a number. If the user typed the
    /// mark, all candidates get it.
    private func candidates(
        from source: String, _ mark: ValueMark?, typed: String, keepsQuotes: Bool
    ) -> [LineCompletion.Word] {
        guard let mark else {
            return matchingOrContaining(candidateSource(source, typed), typed: typed, keepsQuotes)
        }
        if let (written, rest) = mark.split(typed) {
            return matchingOrContaining(candidateSource(source, rest), typed: rest).map {
                $0.prefixed(with: written)
            }
        }
        return matchingOrContaining(candidateSource(source, typed), typed: typed, keepsQuotes).map {
            $0.written == nil && mark.isNeeded($0.text) ? $0.prefixed(with: mark.text) : $0
        }
    }

    /// Returns the candidates that begin with the typed text. If there are none, returns those that contain
    /// it, because any part of a title identifies a record. Candidates with control characters are left out,
    /// because they can't be typed.
    ///
    /// - Parameters:
    ///   - values: The candidates.
    ///   - typed: The typed text.
    ///   - keepsQuotes: Whether a candidate may have quotes around a part of it, as in `#"to read"`.
    private func matchingOrContaining(
        _ values: [String], typed: String, _ keepsQuotes: Bool = false
    ) -> [LineCompletion.Word] {
        var seen: Set<TextBytes> = []
        let typable = values.filter { $0.isPrintableASCII || visible($0) == $0 }.filter {
            seen.insert(TextBytes(text: $0)).inserted
        }.map { keepsQuotes ? LineCompletion.Word(maybeQuoted: $0) : LineCompletion.Word(text: $0) }
        let folded = SearchFold.fold(typed)
        let beginning =
            folded.isEmpty ? typable : typable.filter { SearchFold.fold($0.text).hasPrefix(folded) }
        let words =
            beginning.isEmpty ? typable.filter { SearchFold.fold($0.text).contains(folded) } : beginning
        // Don't sort if there are more candidates than can be listed.
        guard words.count <= LineCompletion.maximumCandidates else { return words }
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
    /// Returns a candidate in a form that isn't parsed as an option. A file gets the prefix `./`, and a
    /// candidate of the session gets the mark of its type. Returns `nil` if there is no such form.
    fileprivate func readable(
        _ word: LineCompletion.Word, unless isOption: (String) -> Bool
    ) -> LineCompletion.Word? {
        guard isOption(word.text) else { return word }
        switch self {
        case .files: return word.prefixed(with: "./")
        case .source(_, let mark): return mark.map { word.prefixed(with: $0.text) }
        case .none, .words, .wordsAfter: return nil
        }
    }
}

extension LineCompletion.Word {
    /// Makes a word from a candidate that may have quotes around a part of it, as it is in lines.
    fileprivate init(maybeQuoted candidate: String) {
        self.init(text: candidate)
        guard candidate.utf8.contains(.doubleQuote), let words = try? Tokenizer.words(of: candidate),
            words.count == 1, let word = words.first, word.written == candidate
        else { return }
        self = LineCompletion.Word(text: word.text, display: candidate, written: candidate)
    }

    /// Returns the word with a prefix.
    fileprivate func prefixed(with beginning: String) -> LineCompletion.Word {
        LineCompletion.Word(text: beginning + text, isWhole: isWhole, display: display)
    }
}

/// The position of the cursor among a command's arguments.
private struct CursorContext {
    /// The option that still needs its value.
    private(set) var waitingOption: ParameterDeclaration?
    /// The arguments that the next word can belong to. There are two such arguments if the first is optional
    /// or accepts several words.
    private(set) var nextPositionals: [ParameterDeclaration] = []
    /// The names of the parameters that are given by name.
    private(set) var given: Set<String> = []
    /// Whether a part of a text of several words is before the cursor.
    private(set) var isInText = false
    /// Whether `--` is before the cursor.
    private(set) var optionsEnded = false

    init(words: ArraySlice<String>, command: CommandDeclaration, grammar: Grammar) {
        var positionals = 0
        var hasValue = false
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
                if option.kind == .flag { continue }
                hasValue = true
                if parts.count == 1 { waitingOption = option }
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
        isInText = next.isOneText && positionals > 0
        // After the value of an option, a text can't go on.
        if next.isOneText, hasValue, positionals > 0 { return }
        if case .rest(let minimum) = next.kind, positionals >= minimum, let required = open.first {
            nextPositionals.append(required)
        }
        nextPositionals.append(next)
        // An optional argument can be left out, so the word may also belong to the required argument after
        // it.
        if next.kind == .optional, let required = open.first, required.isRequired {
            nextPositionals.append(required)
        }
    }
}

/// A text that is compared byte by byte. Hashing many strings by canonical equivalence, as `String` does, is
/// many times slower for text that isn't ASCII.
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

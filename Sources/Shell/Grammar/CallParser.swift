import Localization

/// The parser of one line.
struct CallParser {
    let grammar: Grammar
    var call: Call
    let words: [Word]
    /// The number of words in the command's name.
    private let nameCount: Int
    private var next: Int
    private var positionals: [Positional] = []
    /// The indices of the options and their values in the line.
    private var optionWords: Set<Int> = []
    /// The index of `--`.
    private var separator: Int?
    /// The claimed words of an argument whose words are one text.
    private var claimedWords: [Positional] = []
    /// The values of one word that words with keys give options.
    private var keyedValues: [KeyedValue] = []
    /// The last option with a value before the next word.
    private var lastOption: GivenOption?

    /// A word that isn't an option, and the last option with a value before it.
    private struct Positional {
        var word: Word
        /// The word's index in the line.
        let index: Int
        let option: GivenOption?
        /// Whether the word gives an option a value.
        var hasKey = false

        func text(of parameter: ParameterDeclaration) -> String {
            parameter.keepsQuotes ? word.written : word.text
        }

        /// Removes `text:`, which makes a word a text in which nothing has a meaning, as quotes do.
        mutating func takePlainText() {
            guard !word.written.hasPrefix("\""), word.text.lowercased().hasPrefix("text:") else { return }
            let plain = String(word.text.dropFirst(5))
            guard let first = plain.first, !first.isWhitespace else { return }
            word = Word(
                plain, written: Quoting.written(plain, in: .double, isWhole: true), range: word.range)
        }
    }

    /// A value of one word, such as that of `for:2h`.
    private struct KeyedValue {
        let option: ParameterDeclaration
        /// The key with its colon.
        let key: Substring
        let value: String
        /// The word's index in the line.
        let index: Int
        let context: ParseContext
    }

    /// Creates a parser that begins after the words of the command's name.
    init(grammar: Grammar, call: Call, words: [Word], next: Int) {
        self.grammar = grammar
        self.call = call
        self.words = words
        nameCount = next
        self.next = next
    }

    mutating func readWords(stopsAtWord: Bool) throws(UsageError) {
        var optionsEnded = false
        while next < words.count {
            let word = words[next]
            next += 1
            if optionsEnded || !grammar.isOption(word.text, of: call.declaration) {
                positionals.append(Positional(word: word, index: next - 1, option: lastOption))
                optionsEnded = optionsEnded || stopsAtWord
            } else if word.text == "--" {
                optionsEnded = true
                separator = next - 1
                // It also ends the value of an option.
                lastOption = nil
            } else {
                let start = next - 1
                try readOption(word.text)
                optionWords.formUnion(start..<next)
            }
        }
    }

    private mutating func readOption(_ word: String) throws(UsageError) {
        let start = next - 1
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        guard
            let name = Grammar.optionName(written),
            let parameter = grammar.option(named: name, of: call.declaration)
        else {
            // A few letters at the beginning don't mean an option of all commands: “--in” isn't “--in-memory”.
            let shared = grammar.universal.map(Usage.name(of:)).filter {
                written.count > 4 || $0.count <= written.count + 1
            }
            let known = call.declaration.parameters.map(Usage.name(of:)) + shared
            let following = next < words.count && !words[next].text.hasPrefix("-") ? words[next].text : nil
            for parameter in call.declaration.parameters {
                guard let value = attached ?? following,
                    let meant = parameter.wordForOption?(String(written.drop { $0 == "-" }), value)
                else { continue }
                throw UsageError.unknownOption(written, command: call.declaration.name, nearest: [meant])
            }
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
        lastOption = GivenOption(
            parameter: parameter, written: written, value: value, isAttached: attached != nil,
            range: start..<next)
        let already = (isOwn ? call.values[name] : call.universal[name]) ?? []
        switch parameter.kind {
        case .rest, .repeatedOption: break
        default: if !already.isEmpty { throw UsageError.repeatedOption(written) }
        }
        let text = parameter.isTextByName ? Quoting.written(value, in: .double, isWhole: true) : value
        set(already + [text], of: parameter, isOwn: isOwn)
    }

    private mutating func followingValue(
        of parameter: ParameterDeclaration, written: String
    ) throws(UsageError) -> String {
        guard next < words.count, !words[next].text.hasPrefix("--") else {
            throw UsageError.missingValue(option: written, placeholder: parameter.placeholder)
        }
        var value = words[next].text
        next += 1
        while let isContinued = parameter.isContinued, next < words.count,
            isContinued(value, words[next].text)
        {
            value += " " + words[next].text
            next += 1
        }
        return value
    }

    private mutating func set(_ values: [String], of parameter: ParameterDeclaration, isOwn: Bool) {
        if isOwn {
            call.values[parameter.name] = values
        } else {
            call.universal[parameter.name] = values
        }
    }

    /// Gives the words that an argument claims to it, or to the argument or the option that they name. A word in quotes is a
    /// text, and so is one after `text:` in a command with one text.
    mutating func placeClaimed(_ localizer: () -> Localizer) throws(UsageError) {
        let parameters = call.declaration.parameters
        let claiming = parameters.first { $0.claims != nil }
        let takesChanges = call.declaration.changesData && parameters.contains(where: \.isTextByName)
        // A quote has a field with the name “text”.
        let marksTexts =
            claiming.map { claiming in
                claiming.kind != .required
                    && !parameters.contains { $0.kind == .option && $0.name == "text" }
            } ?? parameters.contains(where: \.isOneText)
        if marksTexts {
            for index in positionals.indices { positionals[index].takePlainText() }
        }
        guard claiming != nil || takesChanges else { return }
        let localizer = localizer()
        let mark = parameters.first(where: \.isPositional)?.completion.mark
        let firstIndex = positionals.first?.index
        var words = positionals[...], others: [Positional] = [], keyed: Set<String> = []
        while var positional = words.popFirst() {
            if positional.word.written.hasPrefix("\"") {
                others.append(positional)
                continue
            }
            // “edit title:Emma” names a record.
            if positional.index == firstIndex, mark?.split(positional.word.text) != nil,
                !(claiming?.claims?(positional.word.text, localizer) ?? false)
            {
                others.append(positional)
                continue
            }
            let named = option(namedBy: &positional, followedBy: &words, localizer)
            let word = positional.word.text
            if let (option, value) = named {
                guard call.values[option.name] == nil, keyed.insert(option.name).inserted else {
                    throw UsageError.repeatedOption("--\(option.name)")
                }
                positional.hasKey = true
                if !positional.word.written.contains("\""), !value.contains(where: \.isWhitespace) {
                    keyedValues.append(
                        KeyedValue(
                            option: option, key: word.dropLast(value.count), value: value,
                            index: positional.index,
                            context: ParseContext(localizer: localizer, today: .first)))
                }
            }
            if let (name, value) = claiming?.namedArgument?(word, localizer), call.values[name] == nil {
                let argument = parameters.first { $0.name == name }
                var index = positional.index
                call.values[name] = [
                    argument.map { continued(value, of: $0, after: &index, by: &words) } ?? value
                ]
            } else if let (option, value) = named, option.readsItsWord == nil {
                call.values[option.name] = [value]
            } else if let claiming, takes(word, claiming, localizer) {
                if claiming.isOneText {
                    claimedWords.append(positional)
                } else {
                    call.values[claiming.name, default: []].append(positional.text(of: claiming))
                }
            } else {
                others.append(positional)
            }
        }
        positionals = others
    }

    /// Returns whether an argument takes a word wherever it stands, and notes a word with an unknown key.
    private mutating func takes(_ word: String, _ claiming: ParameterDeclaration, _ localizer: Localizer)
        -> Bool
    {
        // An argument of one word takes the first one.
        if claiming.kind == .required, call.values[claiming.name] != nil { return false }
        if claiming.claims?(word, localizer) ?? false { return true }
        guard claiming.takesUnknownKey?(word) ?? false else { return false }
        call.unknownKey = call.unknownKey ?? word
        return true
    }

    /// Returns the option that a word gives a value, and the value. The word gets the next words that belong to the value: the
    /// time in `date:2027-04-06 10:00`.
    private func option(
        namedBy positional: inout Positional, followedBy words: inout ArraySlice<Positional>,
        _ localizer: Localizer
    ) -> (option: ParameterDeclaration, value: String)? {
        guard let (option, value) = option(namedBy: positional.word.text, localizer) else { return nil }
        var index = positional.index
        let longer = continued(value, of: option, after: &index, by: &words)
        if index > positional.index {
            let key = positional.word.text.dropLast(value.count)
            positional.word = Word(
                key + longer, written: key + Quoting.written(longer, in: .double, isWhole: true),
                range: positional.word.range)
        }
        return (option, longer)
    }

    /// Returns a value with the next words that belong to it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - parameter: Its parameter.
    ///   - index: The index of the value's last word in the line.
    ///   - words: The words after it, some of which are removed.
    private func continued(
        _ value: String, of parameter: ParameterDeclaration, after index: inout Int,
        by words: inout ArraySlice<Positional>
    ) -> String {
        var value = value
        while let isContinued = parameter.isContinued, let next = words.first, next.index == index + 1,
            isContinued(value, next.word.text)
        {
            value += " " + next.word.text
            index = next.index
            words.removeFirst()
        }
        return value
    }

    /// Returns the option that a word such as `trip:Japan` gives a value, and the value.
    private func option(
        namedBy word: String, _ localizer: Localizer
    ) -> (option: ParameterDeclaration, value: String)? {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let value = word[word.index(after: colon)...]
        guard let first = value.first, !first.isWhitespace, !"/:".contains(first) else { return nil }
        let typed = SearchFold.fold(String(word[..<colon]))
        let options = call.declaration.parameters.filter { $0.kind == .option }
        let option =
            options.first { $0.name == typed } ?? options.first {
                $0.readsItsWord?(typed, localizer) ?? false
            }
            ?? localizer.field(of: typed) { key in
                options.first { $0.name == key || $0.readsItsWord?(key, localizer) ?? false }
            }
        return option.map { ($0, String(value)) }
    }

    mutating func placePositionals(_ localizer: () -> Localizer) throws(UsageError) {
        var remaining = positionals[...]
        for (index, parameter) in call.declaration.parameters.enumerated() {
            switch parameter.kind {
            case .optional where remaining.count <= needed(after: index) || isAfterClaimed(remaining.first):
                // Fill required arguments first, so that an optional argument before them can be left out. It is
                // also left out in “edit due:1st of May”, whose other words don't name an issue.
                continue
            case .required, .optional:
                guard call.values[parameter.name] == nil, let positional = remaining.popFirst() else {
                    continue
                }
                var value = positional.text(of: parameter)
                while let isContinued = parameter.isContinued, remaining.count > needed(after: index),
                    let next = remaining.first, isContinued(value, next.word.text)
                {
                    value += " " + next.text(of: parameter)
                    remaining.removeFirst()
                }
                call.values[parameter.name] = [value]
            case .rest(let minimum):
                // Leave the last words to the required arguments, as in “move FILE… DIRECTORY”.
                let own = min(minimum - (call.values[parameter.name]?.count ?? 0), remaining.count)
                let taken = remaining.prefix(max(own, remaining.count - needed(after: index), 0))
                let claimed = parameter.claims == nil ? [] : claimedWords
                if taken.isEmpty, claimed.isEmpty { continue }
                if parameter.isOneText {
                    // The text is complete if it is given by name.
                    if call.values[parameter.name] != nil {
                        call.values[parameter.name]? += claimed.map { $0.text(of: parameter) }
                        break
                    }
                    let plain = taken.filter { !$0.hasKey }
                    try checkText(plain, of: parameter, localizer)
                    try checkValues(before: plain, of: parameter)
                }
                let words = (taken + claimed).sorted { $0.index < $1.index }
                call.values[parameter.name, default: []] += words.map { $0.text(of: parameter) }
                remaining = remaining.dropFirst(taken.count)
            case .option, .repeatedOption, .flag:
                continue
            }
        }
        if let extra = remaining.first {
            let usage = Usage.line(of: call.declaration)
            let takesWords = call.declaration.parameters.contains(where: \.isPositional)
            throw takesWords
                ? UsageError.tooManyArguments(extra.word.text, usage: usage)
                : .unwantedArgument(extra.word.text, usage: usage)
        }
    }

    /// Returns whether a word follows a claimed word of a text.
    private func isAfterClaimed(_ positional: Positional?) -> Bool {
        guard let positional, let first = claimedWords.first else { return false }
        return first.index < positional.index
    }

    /// Throws an error if it is unclear where the value of an option ends and a text of several words begins
    /// or goes on. Nothing is unclear if no next word can belong to the value, as after `--priority high`.
    private func checkText(
        _ taken: [Positional], of parameter: ParameterDeclaration, _ localizer: () -> Localizer
    ) throws(UsageError) {
        guard taken.count > 1 else { return }
        var checked: Range<Int>?
        for option in taken.compactMap(\.option) where option.range != checked {
            checked = option.range
            try checkText(taken, after: option, of: parameter, localizer)
        }
    }

    private func checkText(
        _ taken: [Positional], after option: GivenOption, of parameter: ParameterDeclaration,
        _ localizer: () -> Localizer
    ) throws(UsageError) {
        let following = taken.filter { $0.option?.range == option.range }
        // A text that only begins after the option keeps its last word.
        let most = following.count < taken.count ? following.count : following.count - 1
        let context = ParseContext(localizer: localizer(), today: .first)
        // Only texts have so many words, and a text takes all of them.
        for count in (0..<most).reversed() where count < 12 || count == most - 1 {
            let added = following[...count]
            guard let longer = option.written(adding: added.map(\.word.text), context) else { continue }
            var examples = [line(replacing: option.range, by: longer, without: Set(added.map(\.index)))]
            // “--end 4” alone is no value in “--end 4 May”.
            if option.written(adding: [], context) != nil { examples.append(lineBeginningWithArguments()) }
            throw UsageError.unclearText(
                following.map(\.word.text).joined(separator: " "), option: option.written,
                argument: parameter.argumentPlaceholder, examples: examples)
        }
    }

    /// Returns the line for an example, in which one text replaces some words.
    private func line(replacing range: Range<Int>, by text: String, without others: Set<Int>)
        -> String
    {
        var parts: [String] = []
        for index in words.indices {
            if index == range.lowerBound {
                parts.append(text)
            } else if !range.contains(index), !others.contains(index) {
                parts.append(typed(index))
            }
        }
        return parts.joined(separator: " ")
    }

    /// Returns the line for an example, with its options after the arguments.
    ///
    /// - Parameter last: The index of the argument that becomes the last one. Default: the arguments keep their order.
    private func lineBeginningWithArguments(last: Int? = nil) -> String {
        let others = (nameCount..<words.count).filter { $0 != separator && $0 != last }
        let arguments = others.filter { !optionWords.contains($0) } + [last].compactMap(\.self)
        let options = others.filter { optionWords.contains($0) }
        let all =
            separator == nil
            ? (arguments + options).map(typed) : options.map(typed) + ["--"] + arguments.map(typed)
        return (words[..<nameCount].map(\.text) + all).joined(separator: " ")
    }

    /// Returns a word of the line so that it can be typed again. Quotes would make `note:don't` a text.
    private func typed(_ index: Int) -> String {
        let word = words[index]
        guard word.written == word.text else { return word.written }
        let read = try? Tokenizer.words(of: word.text)
        return read?.map(\.written) == [word.text] ? word.text : Quoting.quote(word.text)
    }

    /// Throws an error if a value with a key is also one with the next words of a text, as in `Temple for:2 hours`.
    private func checkValues(
        before text: [Positional], of parameter: ParameterDeclaration
    ) throws(UsageError) {
        for given in keyedValues where !parameter.ownValues.contains(given.option.name) {
            var longer = given.value, added: [String] = []
            // One word is the text.
            for next in text where next.index == given.index + added.count + 1 && added.count + 1 < text.count
            {
                let word = next.word.text
                // A day stands at the end. A word with a key may be a mistake, which the command names.
                let hasKey = word.first?.isLetter ?? false && word.contains(":")
                if hasKey || next.word.written.contains("\"") || CivilDate(word) != nil { break }
                // Only texts have more words, and the first word belongs to a text.
                if added.count == 12 { break }
                added.append(next.word.text)
                longer += " " + next.word.text
                guard (try? given.option.parse(longer, given.context)) != nil else { continue }
                let indices = Set(given.index + 1...given.index + added.count)
                throw UsageError.unclearText(
                    added.joined(separator: " "), option: String(given.key),
                    argument: parameter.argumentPlaceholder,
                    examples: [
                        line(
                            replacing: given.index..<given.index + 1, by: given.key + Quoting.quote(longer),
                            without: indices),
                        lineBeginningWithArguments(last: given.index),
                    ])
            }
        }
    }

    /// Returns the number of words that the required arguments after an index need. Arguments that are given
    /// by name need none.
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

/// An option with a value, as it is given in a line.
private struct GivenOption {
    let parameter: ParameterDeclaration
    /// The option as typed, such as `--note`.
    let written: String
    let value: String
    /// Whether the value follows an equals sign.
    let isAttached: Bool
    /// The indices of the option and its value in the line.
    let range: Range<Int>

    /// Returns the option as typed, with a value in quotes that also contains some of the following words;
    /// `nil` if that isn't a valid value.
    func written(adding words: [String], _ context: ParseContext) -> String? {
        if parameter.isOneWord?(value) ?? false { return nil }
        let longer = ([value] + words).joined(separator: " ")
        guard (try? parameter.parse(longer, context)) != nil else { return nil }
        return written + (isAttached ? "=" : " ") + Quoting.quote(longer)
    }
}

import Localization
import ModelData
import Shell

/// What conditions can ask of the records of a model: the keys of its fields and other ones, the flags after `is:`, and
/// what plain words search.
public struct ConditionVocabulary<Model: AnyObject>: Sendable {
    let keys: [ConditionKey<Model>]
    let flags: [ConditionFlag<Model>]
    /// The key that `#name` means; `nil` if there is none.
    let hashKey: String?
    /// Returns the key for a column of imported files, as in `"Moods":dark`; `nil` if no record has the column.
    let column: (@MainActor @Sendable (String) throws -> ConditionKey<Model>?)?
    /// Returns the test for a text without a key.
    let text: @MainActor @Sendable (String) throws -> ConditionTest<Model>

    /// Makes a vocabulary.
    ///
    /// - Parameters:
    ///   - fields: The fields. Each that the user sees has its key, unless a further key has the same word; of the computed
    ///     ones, those that are compared as a type.
    ///   - other: Other words for the keys of fields, such as `tags` for `tag`. Default: none.
    ///   - keys: Further keys, such as `shelf`. Default: none.
    ///   - flags: The flags after `is:`. Default: none.
    ///   - hashKey: The further key that `#name` means. Default: none.
    ///   - past: The keys of fields whose dates are usually past, so that `7d` means the last seven days. Default: none.
    ///   - column: Returns the key for a column of imported files; `nil` if no record has it. Default: there are none.
    ///   - text: Returns the test for a text without a key.
    public init(
        _ fields: FieldTable<Model>, other: [String: String] = [:], keys: [ConditionKey<Model>] = [],
        flags: [ConditionFlag<Model>] = [], hashKey: String? = nil, past: Set<String> = [],
        column: (@MainActor @Sendable (String) throws -> ConditionKey<Model>?)? = nil,
        text: @escaping @MainActor @Sendable (String) throws -> ConditionTest<Model>
    ) {
        let taken = Set(keys.flatMap(\.words))
        let own = fields.fields.compactMap { field -> ConditionKey<Model>? in
            guard let ask = field.values.ask, field.places != .export else { return nil }
            var words = [field.word] + (field.option.map { [$0] } ?? []) + [field.key.lowercased()]
            words += field.words + other.filter { $0.value == field.key }.map(\.key).sorted()
            var seen = taken
            words = words.filter { seen.insert($0).inserted }
            if words.isEmpty { return nil }
            let isPast = past.contains(field.key)
            return ConditionKey(words, names: [field.label], candidates: field.values.askedCandidates) {
                (value, context) throws(ConditionValue.Refusal) in try ask(value, context, isPast)
            }
        }
        self.keys = keys + own
        self.flags = flags
        self.hashKey = hashKey
        self.column = column
        self.text = text
    }

    /// Returns the words before a colon in the user's language, one for each key.
    public func keyWords(_ localizer: Localizer) -> [String] {
        let words = keys.compactMap { key in
            key.words.first.map { word in
                localizer.shownKey(word, key.names) { self.key($0, localizer)?.words.first == word }
            }
        }
        return (flags.isEmpty ? [] : ["is"]) + words + ["text"]
    }

    /// Returns the words after `is:` in the user's language, one for each flag.
    func flagWords(_ localizer: Localizer) -> [String] {
        flags.compactMap { flag in
            flag.words.first.map { word in
                localizer.shownKey(word, flag.names) { self.flag($0, localizer)?.words.first == word }
            }
        }
    }

    /// Returns the mistake of a word before a colon that asks nothing.
    ///
    /// - Parameters:
    ///   - written: The word, as the user wrote it, with the colon.
    ///   - key: The word, to which similar keys are suggested; `nil` for a name of which none can be similar.
    ///   - localizer: The user's language, whose keys are listed.
    func unknownKey(
        _ written: String, like key: String? = nil, _ localizer: Localizer
    ) -> ConditionError.Mistake {
        let keys = keyWords(localizer)
        let known = keys + keyWords(Localizer(.english)).filter { !keys.contains($0) }
        return .unknownKey(
            written, nearest: key.map { nearest(to: $0.lowercased(), in: known) } ?? [], keys: keys)
    }

    /// Returns the key that a word means, in English or in the user's language.
    func key(_ word: String, _ localizer: Localizer) -> ConditionKey<Model>? {
        let folded = SearchFold.fold(word)
        return keys.first { $0.words.contains(folded) }
            ?? keys.first { key in key.names.contains { localizer.typedWord($0) == folded } }
            ?? localizer.field(of: folded) { key in keys.first { $0.words.contains(key) } }
    }

    /// Returns the flag that a word means.
    func flag(_ word: String, _ localizer: Localizer) -> ConditionFlag<Model>? {
        let folded = SearchFold.fold(word)
        return flags.first { flag in
            flag.words.contains(folded) || flag.names.contains { localizer.typedWord($0) == folded }
        }
            ?? localizer.field(of: folded) { word in flags.first { $0.words.contains(word) } }
    }

    /// Whether a word before a colon is known.
    func isKey(_ word: String, _ localizer: Localizer) -> Bool {
        let folded = SearchFold.fold(word)
        return folded == "text" || (folded == "is" && !flags.isEmpty) || key(word, localizer) != nil
    }
}

extension ConditionVocabulary {
    /// Returns whether a text is certainly meant as conditions, not as a title: it has a `#name`, `is:` or a known key
    /// with a colon outside of quotation marks.
    ///
    /// - Parameters:
    ///   - text: A part of a line.
    ///   - localizer: The user's language.
    ///   - isReference: Whether `title:` marks a reference to a record, as in changing commands. Default: `true`.
    public func isMeant(by text: String, _ localizer: Localizer, besideReferences isReference: Bool = true)
        -> Bool
    {
        if column != nil, let name = QuotedText.key(of: text.drop { $0 == "-" || $0 == "(" }),
            name.rest.count > 1
        {
            return true
        }
        for word in QuotedText.outside(text).split(whereSeparator: \.isWhitespace) {
            let word = word.drop { $0 == "-" || $0 == "(" }
            // Digits after # are the number of a record.
            if hashKey != nil, word.first == "#", let next = word.dropFirst().first,
                !(next.isASCII && next.isNumber)
            {
                return true
            }
            let key = word.prefix { $0.isLetter || $0 == "-" }
            guard !key.isEmpty, word.dropFirst(key.count).first == ":" else { continue }
            let name = key.lowercased()
            if !isReference || name != "title", isKey(name, localizer) { return true }
        }
        return false
    }

    /// Returns whether the arguments of a command are more than words to search for: whether one has a key, also an unknown
    /// one, `#name`, a leading hyphen or a parenthesis.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, with the quotation marks of their quoted parts.
    ///   - localizer: The user's language.
    public func areConditions(_ arguments: [String], _ localizer: Localizer) -> Bool {
        arguments.contains { argument in
            "-(".contains(argument.first ?? " ")
                || argument.typedKey != nil && !QuotedText.isWhole(argument)
                || isMeant(by: argument, localizer, besideReferences: false)
        }
    }

    /// Returns the text of the conditions that the arguments of a command form. An argument with spaces is one text,
    /// unless it is certainly meant as conditions: the operating system's shell has removed its quotation marks.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - localizer: The user's language.
    public func joined(_ arguments: [String], _ localizer: Localizer) -> String {
        arguments.map { argument in
            let isText =
                argument.contains(where: \.isWhitespace) && !argument.contains(where: { "\"()".contains($0) })
                && !isMeant(by: argument, localizer, besideReferences: false)
            return isText ? QuotedText.quoted(argument) : argument
        }.joined(separator: " ")
    }

    /// Returns the text of the conditions that the arguments of a command form, with English operators. Stored conditions
    /// have the same meaning in every language.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - localizer: The user's language.
    public func stored(_ arguments: [String], _ localizer: Localizer) -> String {
        ConditionOperators(localizer).inEnglish(joined(arguments, localizer))
    }

    /// Returns the condition for a field that an option would ask for, such as `publisher:Iskry` for
    /// `--publisher Iskry`.
    ///
    /// - Parameters:
    ///   - option: The option without hyphens.
    ///   - value: Its value.
    ///   - fields: The fields.
    ///   - other: Other words for keys, and for `#`, such as `shelf` for `tags`.
    public static func condition(
        forOption option: String, _ value: String, of fields: FieldTable<Model>, other: [String: String]
    ) -> String? {
        let key =
            other[option]
            ?? fields.fields.first {
                ($0.values.ask != nil && $0.places != .export)
                    && [$0.option, $0.word, $0.key.lowercased()].contains(option)
            }?.word
        return key.map { ($0 == "#" ? $0 : "\($0):") + quoted(value) }
    }

    /// Returns a name as it is written after `#` or a colon: in quotation marks if it needs them.
    public static func quoted(_ name: String) -> String {
        if !name.isEmpty, !name.contains(where: { $0.isWhitespace || "()\"“„«\\".contains($0) }) {
            return name
        }
        return QuotedText.quoted(name)
    }

    /// Returns the texts that Tab offers for conditions whose last one isn't complete.
    ///
    /// - Parameters:
    ///   - typed: The typed text.
    ///   - names: All names that can follow `#`. Default: none.
    ///   - localizer: The user's language, which has operators of its own.
    public func candidates(
        for typed: String, names: [String] = [], _ localizer: Localizer = Localizer(.english)
    ) -> [String] {
        let start = typed.lastIndex(of: "(").map { typed.index(after: $0) }
        var head = String(typed[..<(start ?? typed.startIndex)])
        var last = typed[(start ?? typed.startIndex)...]
        if last.hasPrefix("-") {
            head += "-"
            last = last.dropFirst()
        }
        let quoted = names.map(Self.quoted)
        if last.hasPrefix("#") { return quoted.map { "\(head)#\($0)" } }
        // Only names have spaces. Otherwise, each word is completed by itself.
        if typed.contains(where: \.isWhitespace) { return [] }
        if let hashKey, last.lowercased().hasPrefix("\(hashKey):") {
            return quoted.map { "\(head)\(hashKey):\($0)" }
        }
        if let colon = last.firstIndex(of: ":"),
            let key = keys.first(where: { $0.words.contains(last[..<colon].lowercased()) })
        {
            let word = last[...colon]
            let values = key.candidates.map(\.english) + ["none", "any"]
            return values.filter { !$0.contains(where: \.isWhitespace) }.map { "\(head)\(word)\($0)" }
        }
        let words = head.isEmpty ? ConditionOperators.offered(localizer) : []
        let flags = flags.compactMap(\.words.first).map { "is:\($0)" }
        let keys = keys.compactMap(\.words.first).map { "\($0):" } + ["text:"]
        return (flags + keys + words).map { head + $0 } + (last.isEmpty ? quoted.map { "\(head)#\($0)" } : [])
    }
}

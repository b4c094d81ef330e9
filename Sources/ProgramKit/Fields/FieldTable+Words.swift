import Localization
import Shell

extension FieldTable {
    /// Returns the field that a word before a colon means, in English or in the user's language.
    ///
    /// - Parameters:
    ///   - word: The word, as in `pages:204`.
    ///   - localizer: The user's language.
    public func field(word: some StringProtocol, _ localizer: Localizer) -> Field<Model>? {
        let folded = SearchFold.fold(String(word))
        let changeable = fields.filter { $0.option != nil }
        func field(_ key: String) -> Field<Model>? {
            changeable.first { [$0.word, $0.option, $0.key.lowercased()].contains(key) }
        }
        return field(folded) ?? changeable.first { localizer.typedWord($0.label) == folded }
            ?? localizer.field(of: folded, field)
    }

    /// Returns whether a word gives a field a value, as `pages:204` and `publisher:"Two words"` do. “Note: call Ann” is a text.
    ///
    /// - Parameters:
    ///   - word: The word, as the user wrote it.
    ///   - localizer: The user's language.
    public func isChange(_ word: String, _ localizer: Localizer) -> Bool {
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex,
            let first = word[word.index(after: colon)...].first, !first.isWhitespace
        else { return false }
        return field(word: word[..<colon], localizer) != nil
    }

    /// Returns the argument that a word names, as `author:Lem` does, and its value; `nil` for other words.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - keys: The keys of the fields that are arguments of the same name.
    ///   - localizer: The user's language.
    public func argument(
        namedBy word: String, of keys: [String], _ localizer: Localizer
    ) -> (argument: String, value: String)? {
        guard isChange(word, localizer), let colon = word.firstIndex(of: ":"),
            let key = field(word: word[..<colon], localizer)?.key, keys.contains(key)
        else { return nil }
        return (key, QuotedText.unquoted(String(word[word.index(after: colon)...])))
    }

    /// The words of an edit beside the first word of the record: changes such as `pages:204`, wherever they stand, and the
    /// rest of the record's title.
    public var changeWords: Parameter<[String]> {
        Parameter<String>.rest(
            "change", ValueType<String>.nonBlank.named(text("CHANGE")).keepingQuotes,
            help: text("Changes such as note:text; “note:” clears the field.")
        ).claiming { word, localizer in
            guard let colon = word.firstIndex(of: ":"), colon > word.startIndex,
                field(word: word[..<colon], localizer) != nil
            else { return false }
            // The value of note:"a window seat" has spaces; “Note: call Ann” is a part of a title.
            return !(word[word.index(after: colon)...].first?.isWhitespace ?? false)
        } orUnknown: {
            $0.typedKey != nil
        }
    }

    /// Splits words into changes such as `pages:204`, and the rest. Words in quotation marks belong to the rest.
    ///
    /// - Parameters:
    ///   - words: The words of a line, with the quotation marks of their quoted parts.
    ///   - clears: Whether `key:` alone clears a field. Otherwise, it belongs to the rest, as in “Note: call Ann”.
    ///   - parsing: The user's language and the day.
    /// - Returns: The changes, in the order of the words, and the rest with their quotation marks.
    /// - Throws: ``FieldError`` for a value that the field doesn't accept, and for a key that sets nothing.
    public func changes(
        in words: [String], clears: Bool, _ parsing: ParseContext
    ) throws -> (changes: [FieldChange<Model>], rest: [String]) {
        var changes: [FieldChange<Model>] = [], rest: [String] = []
        for word in words {
            guard !QuotedText.begins(word), let colon = word.firstIndex(of: ":"), colon > word.startIndex,
                let field = field(word: word[..<colon], parsing.localizer), let typed = field.values.typed
            else {
                if let key = word.typedKey { throw unknownKey(key, parsing.localizer) }
                rest.append(word)
                continue
            }
            let value = QuotedText.unquoted(String(word[word.index(after: colon)...]))
            if value.isEmpty, !clears {
                rest.append(word)
                continue
            }
            if value.isEmpty, field.values.isRequired { throw FieldError.cannotClear(field.sentence) }
            do {
                changes.append(try typed.parse(value, parsing))
            } catch let error as any PresentableError {
                throw FieldError.unfit(value, key: String(word[...colon]), error)
            }
        }
        return (changes, rest)
    }

    /// Returns the error of an edit in which the words after a value, as in `author:Lem, Stanislaw`, name no record and
    /// probably belong to the value; `nil` if no value has such words.
    ///
    /// - Parameters:
    ///   - words: The words of the line, with the quotation marks of their quoted parts.
    ///   - argument: The argument that takes the words after the value.
    ///   - parsing: The user's language and the day.
    public func unclearValue(
        in words: [String], or argument: LocalizedText, _ parsing: ParseContext
    ) -> UsageError? {
        var key: String?, added = "", examples: [String] = []
        for (index, word) in words.enumerated()
        where QuotedText.unquoted(word) == word && isChange(word, parsing.localizer) {
            guard let colon = word.firstIndex(of: ":"),
                let typed = field(word: word[..<colon], parsing.localizer)?.values.typed
            else { continue }
            let next = words[(index + 1)...].prefix {
                QuotedText.unquoted($0) == $0 && $0.typedKey == nil && !isChange($0, parsing.localizer)
            }
            let longer = ([String(word[word.index(after: colon)...])] + next).joined(separator: " ")
            guard !next.isEmpty, (try? typed.parse(longer, parsing)) != nil else { continue }
            if key == nil {
                key = String(word[...colon])
                added = next.joined(separator: " ")
            }
            examples.append(String(word[...colon]) + QuotedText.quoted(longer))
        }
        return key.map { .unclearText(added, option: $0, argument: argument, examples: examples) }
    }

    /// Returns the error for a word before a colon that sets nothing, with the keys that set something.
    ///
    /// - Parameters:
    ///   - key: The word.
    ///   - localizer: The user's language, whose keys are listed.
    public func unknownKey(_ key: Substring, _ localizer: Localizer) -> FieldError {
        let changeable = fields.filter { $0.option != nil }
        let keys = changeable.map { field in
            localizer.shownKey(field.word, [field.label]) {
                self.field(word: $0, localizer)?.key == field.key
            }
        }
        let english = changeable.map(\.word).filter { !keys.contains($0) }
        return .unknownKey(
            "\(key):", nearest: nearest(to: key.lowercased(), in: keys + english), keys: keys)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The key of a word such as `pages:204`, as the user wrote it. Other words have none: `title:Emma`, which names a
    /// record, addresses, and `key:` alone or before a space.
    public var typedKey: Substring? {
        guard let colon = firstIndex(of: ":"), first?.isLetter ?? false,
            let next = self[index(after: colon)...].first, !"/:".contains(next), !next.isWhitespace,
            self[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }),
            self[..<colon].lowercased() != "title"
        else { return nil }
        return self[..<colon]
    }
}

extension FieldTable {
    /// Splits the words of a line that adds a record into changes such as `priority:must`, and the words of its name.
    /// A text in quotation marks, `key:` before a space and `text:a:b` belong to the name.
    ///
    /// - Parameters:
    ///   - words: The words of the line, with the quotation marks of their quoted parts.
    ///   - name: The key of the field with the name; `name:Rome` is the word “Rome”. With `nil`, no word
    ///     has to be left. Default: `name`.
    ///   - isList: Whether each word is the name of a record of its own. Otherwise, `name:` is given once. Default: `false`.
    ///   - parsing: The user's language and the day.
    /// - Returns: The changes, and the words of the name without quotation marks.
    /// - Throws: ``FieldError`` for a value that the field doesn't accept, and for a key that sets nothing, and
    ///   `UsageError.repeatedOption` for a second name.
    public func additions(
        in words: [String], name: String? = "name", isList: Bool = false, _ parsing: ParseContext
    ) throws -> (changes: [FieldChange<Model>], words: [String]) {
        var changes: [FieldChange<Model>] = [], text: [String] = [], isNamed = false
        for word in words {
            let isWhole = QuotedText.isWhole(word)
            let plain = isWhole ? word : QuotedText.unquoted(word)
            guard !QuotedText.begins(word), let colon = word.firstIndex(of: ":"), colon > word.startIndex
            else {
                text.append(plain)
                continue
            }
            let key = String(word[..<colon]), value = word[word.index(after: colon)...]
            let field = field(word: key, parsing.localizer)
            if value.first.map({ "/ ".contains($0) }) ?? true {
                text.append(plain)
            } else if let field, field.key == name {
                if isNamed, !isList { throw UsageError.repeatedOption("--\(field.option ?? field.key)") }
                isNamed = true
                text.append(QuotedText.unquoted(String(value)))
            } else if key.lowercased() == "text" {
                text.append(QuotedText.unquoted(String(value)))
            } else if field != nil {
                changes += try self.changes(in: [word], clears: false, parsing).changes
            } else if let key = word.typedKey {
                throw unknownKey(key, parsing.localizer)
            } else {
                text.append(plain)
            }
        }
        if text.isEmpty, let name, let field = self[name] { throw FieldError.cannotClear(field.sentence) }
        return (changes, text)
    }

    /// Returns the change that sets a field to a typed value.
    ///
    /// - Parameters:
    ///   - key: The key of the field.
    ///   - text: The value, as an option takes it.
    ///   - parsing: The user's language and the day.
    /// - Returns: The change; `nil` if no field that the user can set has the key.
    /// - Throws: The error of a value that the field doesn't accept.
    public func change(
        _ key: String, to text: String, _ parsing: ParseContext
    ) throws -> FieldChange<Model>? {
        try self[key]?.values.typed?.parse(text, parsing)
    }

    /// Returns the names of the options that changes come from.
    public func givenOptions(_ changes: [FieldChange<Model>]) -> Set<String> {
        Set(changes.compactMap { self[$0.key]?.option })
    }
}

extension ValueType where Value == String {
    /// A word of a name, or a change such as `priority:must`, for ``FieldTable/additions(in:name:_:)``.
    public static var wordOrChange: ValueType<String> {
        let word = ValueType<String>.nonBlank
        return ValueType(placeholder: word.placeholder, completion: word.completion) { string, context in
            // A blank name in quotation marks is no name.
            _ = try word.parse(QuotedText.unquoted(string), context)
            return string
        }.textByName
    }
}

extension Parameter {
    /// Returns a copy of this argument of a command that doesn't take conditions. In the command's lines, words such as
    /// `page:120` give arguments and options, wherever they stand.
    ///
    /// - Parameters:
    ///   - keys: The names of the arguments and options, each with the words before the colon as a text with commas.
    ///   - marked: The names of those whose value keeps the key, because the command reads it. Default: none.
    public func taking(
        _ keys: [(name: String, words: LocalizedText)], marked: Set<String> = []
    ) -> Parameter {
        claiming { _, _ in
            false
        } naming: { word, localizer in
            localizer.argument(namedBy: word, keys).map {
                ($0.argument, marked.contains($0.argument) ? word : $0.value)
            }
        }
    }
}

extension Localizer {
    /// Returns a name as users type it before a colon: folded, with hyphens between its words.
    public func typedWord(_ name: LocalizedText) -> String {
        SearchFold.fold(string(name)).split(separator: " ").joined(separator: "-")
    }

    /// Returns a key as errors show it: a word of the user's language that a line can have before the colon, or the English key
    /// if there is none.
    ///
    /// - Parameters:
    ///   - key: The English key.
    ///   - names: The names of what it means, such as the label of a field.
    ///   - isMeant: Returns whether a line with a word means the key.
    public func shownKey(_ key: String, _ names: [LocalizedText], isMeant: (_ word: String) -> Bool) -> String
    {
        if language == .english { return key }
        let labels = names.map { string($0).lowercased().split(separator: " ").joined(separator: "-") }
        return (labels + fieldWords(for: key)).first { word in
            word.first?.isLetter ?? false && word.allSatisfy { $0.isLetter || $0 == "-" } && isMeant(word)
        } ?? key
    }

    /// Returns the argument that a word such as `page:120` names, and its value as the user wrote it; `nil` for other words, and
    /// for comparisons such as `page:>120`.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - keys: The names of the arguments, each with the words before the colon as a text with commas.
    public func argument(
        namedBy word: String, _ keys: [(name: String, words: LocalizedText)]
    ) -> (argument: String, value: String)? {
        guard let key = word.typedKey, case let value = word.dropFirst(key.count + 1),
            let first = value.first, !"<>=".contains(first)
        else { return nil }
        let folded = SearchFold.fold(String(key))
        return keys.first { words(of: $0.words).contains(folded) }.map { ($0.name, String(value)) }
    }
}

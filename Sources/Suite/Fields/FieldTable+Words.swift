import Localization
import Shell

extension FieldTable {
    /// Returns the field that a word before a colon means, in English or in the user's language.
    ///
    /// - Parameters:
    ///   - word: The word, as in `pages:204`.
    ///   - localizer: The user's language.
    func field(word: some StringProtocol, _ localizer: Localizer) -> Field<Model>? {
        let folded = SearchFold.fold(String(word))
        let changeable = fields.filter { $0.option != nil }
        return changeable.first { [$0.word, $0.option, $0.key.lowercased()].contains(folded) }
            ?? changeable.first { localizer.typedWord($0.label) == folded }
    }

    /// Splits words into changes such as `pages:204`, and the rest. A word whose key is no field belongs to the rest.
    ///
    /// - Parameters:
    ///   - words: The words of a line.
    ///   - clears: Whether `key:` alone clears a field. Otherwise, it belongs to the rest, as in “Note: call Ann”.
    ///   - parsing: The user's language and the day.
    /// - Returns: The changes, in the order of the words, and the rest.
    /// - Throws: ``FieldError/unfit(_:key:_:)`` for a value that the field doesn't accept.
    public func changes(
        in words: [String], clears: Bool, _ parsing: ParseContext
    ) throws -> (changes: [FieldChange<Model>], rest: [String]) {
        var changes: [FieldChange<Model>] = [], rest: [String] = []
        for word in words {
            guard let colon = word.firstIndex(of: ":"), colon > word.startIndex,
                let field = field(word: word[..<colon], parsing.localizer), let typed = field.values.typed
            else {
                rest.append(word)
                continue
            }
            let value = String(word[word.index(after: colon)...])
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
}

extension Localizer {
    /// Returns a name as users type it before a colon: folded, with hyphens between its words.
    func typedWord(_ name: LocalizedText) -> String {
        SearchFold.fold(string(name)).split(separator: " ").joined(separator: "-")
    }
}

extension Localizer {
    /// What an answer to a yes-or-no question means: `true` for yes, `false` for no, `nil` for anything else.
    ///
    /// The words and letters of the language count, and the English ones in every language, in any case and with or
    /// without accents.
    public func answer(_ line: String) -> Bool? {
        let answer = SearchFold.fold(trimmed(line))
        for facts in [facts, LanguageFacts.of(.english)] {
            for (name, meaning) in [(LanguageFacts.Name.yes, true), (.no, false)]
            where facts.list(name).contains(where: { SearchFold.fold($0) == answer }) {
                return meaning
            }
        }
        return nil
    }

    /// The letters by which a question is answered, the one for no in upper case as the default: `y/N`.
    public var answerHint: String {
        "\(facts.list(.yes).first ?? "y")/\((facts.list(.no).first ?? "n").uppercased())"
    }
}

/// The text without white space at its ends.
func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}

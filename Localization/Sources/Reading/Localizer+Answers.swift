extension Localizer {
    /// Parses the answer to a yes-or-no question: `true` for yes, `false` for no, `nil` for anything else.
    ///
    /// The words and letters of the language and of English are accepted, in any case and with or without
    /// accents.
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

    /// The letters for the answers, with the default “no” in upper case: `y/N`.
    public var answerHint: String {
        "\(facts.list(.yes).first ?? "y")/\((facts.list(.no).first ?? "n").uppercased())"
    }
}

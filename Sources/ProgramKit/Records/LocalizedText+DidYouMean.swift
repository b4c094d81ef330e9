import Localization

extension LocalizedText {
    /// Returns “Did you mean “Solaris” or “Eden”?”, the remedy of an error about an unknown name.
    ///
    /// ```swift
    /// LocalizedText.didYouMean(["Solaris", "Eden"]) ?? text("“shelves” lists them.")
    /// ```
    ///
    /// - Parameter names: The most similar names, the most similar first.
    /// - Returns: The question; `nil` without names.
    public static func didYouMean(_ names: [String]) -> LocalizedText? {
        if names.isEmpty { return nil }
        return text("Did you mean %@?", TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
    }

    /// Returns “Did you mean “home”? “tag new work” creates “work”.”.
    ///
    /// - Parameters:
    ///   - names: The most similar names, the most similar first.
    ///   - name: The unknown name.
    ///   - command: The line that creates it.
    /// - Returns: The question; `nil` without names.
    public static func didYouMean(_ names: [String], orCreate name: String, by command: String)
        -> LocalizedText?
    {
        if names.isEmpty { return nil }
        return text(
            "Did you mean %1$@? “%2$@” creates “%3$@”.",
            TextArgument.choice(names.map { .text(text("“%@”", $0)) }), command, name)
    }
}

extension LocalizedText {
    /// Returns a text of a record, such as an author, as a localized text that is never translated; `nil` if
    /// it is empty.
    ///
    /// ```swift
    /// var recordDetail: LocalizedText? { LocalizedText.nonEmpty(book.author) }
    /// ```
    public static func nonEmpty(_ text: String?) -> LocalizedText? {
        guard let text, !text.isEmpty else { return nil }
        return .verbatim(text)
    }
}

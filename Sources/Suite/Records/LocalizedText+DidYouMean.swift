import Localization

extension LocalizedText {
    /// “Did you mean “Solaris” or “Eden”?”: the remedy of an error about a name that nothing has.
    ///
    /// ```swift
    /// case .unknown(_, let nearest): LocalizedText.didYouMean(nearest) ?? text("“shelves” lists all shelves.")
    /// ```
    ///
    /// - Parameter names: The names that come nearest, the likeliest first.
    /// - Returns: The question; `nil` where no name comes near.
    public static func didYouMean(_ names: [String]) -> LocalizedText? {
        if names.isEmpty { return nil }
        return text("Did you mean %@?", TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
    }
}

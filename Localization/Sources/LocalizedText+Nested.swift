extension LocalizedText {
    /// Returns the text with its nested texts replaced at any depth.
    ///
    /// ```swift
    /// let names = ["hugo": "Hugo Award"]
    /// let award = LocalizedText("hugo", table: "Awards")
    /// let step = LocalizedText("Added “%@”.", table: "MyBooks", [award.textArgument])
    /// step.replacingNested { $0.table == "Awards" ? .verbatim(names[$0.key] ?? $0.key) : $0 }
    /// ```
    ///
    /// - Parameter replacement: Returns the replacement of a nested text, or the text itself to keep it.
    public func replacingNested(_ replacement: (LocalizedText) -> LocalizedText) -> LocalizedText {
        LocalizedText(key, table: table, arguments.map { $0.replacing(replacement) })
    }
}

extension TextArgument {
    fileprivate func replacing(_ replacement: (LocalizedText) -> LocalizedText) -> TextArgument {
        switch self {
        case .text(let text): .text(replacement(text.replacingNested(replacement)))
        case .abbreviation(let short, let spoken):
            .abbreviation(
                replacement(short.replacingNested(replacement)),
                spoken: replacement(spoken.replacingNested(replacement)))
        case .list(let items): .list(items.map { $0.replacing(replacement) })
        case .choice(let items): .choice(items.map { $0.replacing(replacement) })
        case .string, .integer, .decimal, .day, .moment, .time: self
        }
    }
}

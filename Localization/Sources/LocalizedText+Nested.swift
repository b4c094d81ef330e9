extension LocalizedText {
    /// The text with others in place of the texts that stand within it, at any depth.
    ///
    /// ```swift
    /// step.replacingNested { $0.table == "Awards" ? .verbatim(names[$0.key] ?? $0.key) : $0 }
    /// ```
    ///
    /// - Parameter replacement: What stands in a text's place; that text itself where it stays.
    public func replacingNested(_ replacement: (LocalizedText) -> LocalizedText) -> LocalizedText {
        LocalizedText(key, table: table, arguments.map { $0.replacing(replacement) })
    }
}

extension TextArgument {
    fileprivate func replacing(_ replacement: (LocalizedText) -> LocalizedText) -> TextArgument {
        switch self {
        case .text(let text): .text(replacement(text.replacingNested(replacement)))
        case .list(let items): .list(items.map { $0.replacing(replacement) })
        case .choice(let items): .choice(items.map { $0.replacing(replacement) })
        case .string, .integer, .decimal, .day, .moment, .time: self
        }
    }
}

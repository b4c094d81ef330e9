import Localization

/// Returns a localized text of portfolio's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Portfolio", arguments.map(\.textArgument))
}

extension String {
    /// The text without surrounding white space and line ends.
    var trimmingSpaces: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

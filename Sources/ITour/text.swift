import Localization

/// Returns a localized text of itour's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "ITour", arguments.map(\.textArgument))
}

extension LocalizedText {
    /// Joins phrases with commas.
    static func joined(_ parts: [LocalizedText]) -> LocalizedText? {
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) {
            LocalizedText("%1$@, %2$@", table: "", [.text($0), .text($1)])
        }
    }
}

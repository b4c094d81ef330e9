import Localization

/// Returns a localized text of portfolio's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Portfolio", arguments.map(\.textArgument))
}

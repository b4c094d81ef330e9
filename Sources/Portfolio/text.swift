import Localization

/// A text of portfolio's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Portfolio", arguments.map(\.textArgument))
}

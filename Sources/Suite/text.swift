import Localization

/// A text of Suite's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Suite", arguments.map(\.textArgument))
}

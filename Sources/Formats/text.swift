import Localization

/// Returns a text of the Formats string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Formats", arguments.map(\.textArgument))
}

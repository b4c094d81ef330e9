import Localization

/// A text of moonshot's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Moonshot", arguments.map(\.textArgument))
}

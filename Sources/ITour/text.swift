import Localization

/// Returns a localized text of itour's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "ITour", arguments.map(\.textArgument))
}

import Localization

/// A text of Shell's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Shell", arguments.map(\.textArgument))
}

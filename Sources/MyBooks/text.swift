import Localization

/// A text of mybooks' string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "MyBooks", arguments.map(\.textArgument))
}

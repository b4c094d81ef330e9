import Localization

/// A text of ProgramKit's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "ProgramKit", arguments.map(\.textArgument))
}

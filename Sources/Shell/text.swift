import Localization

/// Returns a text of the Shell string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Shell", arguments.map(\.textArgument))
}

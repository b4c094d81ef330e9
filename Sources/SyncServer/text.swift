import Localization

/// Returns a localized text of the server's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "SyncServer", arguments.map(\.textArgument))
}

import Localization

extension Preferences {
    /// Saves a choice as a setting, as `set` does. A command uses it to remember the value of an option.
    ///
    /// ```swift
    /// static let layout = Setting.choice(
    ///     "layout", [Choice("list", "list"), Choice("cards", "cards")], defaultWord: "list", "list",
    ///     help: text("How books are shown."))
    ///
    /// func showCards(_ session: SessionContext) throws {
    ///     try session.preferences.remember(Self.layout, as: "cards")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - word: One of the setting's words. The word overwrites a choice that another process saved, so pass
    ///     only the user's own choice, not a default.
    /// - Throws: ``FileError`` if the settings can't be written, and an error if there is no directory for
    ///   settings.
    public func remember<Value>(_ setting: Setting<Value>, as word: String) throws {
        // Don't write the file if nothing changes. Compare the word with the file too, because another
        // process may have changed the file.
        let declaration = setting.declaration
        if self.word(for: declaration) == word, storedWord(for: declaration) == word { return }
        try set(declaration, to: word)
    }
}

import Localization

extension Preferences {
    /// Saves a choice as a setting, as `set` does. A command uses it to remember the value of an option.
    ///
    /// ```swift
    /// try session.preferences.remember(ListOptions.order, as: "date")
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

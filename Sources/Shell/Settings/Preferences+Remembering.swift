import Localization

extension Preferences {
    /// Saves a choice that a command was called with as a setting, like `set`.
    ///
    /// ```swift
    /// try session.preferences.remember(ListOptions.order, as: "date")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - word: One of the setting's words. It overwrites the choice of another process, so pass only what
    ///     the user asked for, not a default.
    /// - Throws: ``FileError`` if the settings can't be written, and an error if there is no directory for
    ///   them.
    public func remember<Value>(_ setting: Setting<Value>, as word: String) throws {
        // Don't write the file if nothing changes. Compare with the file too: another process may have
        // changed it.
        let declaration = setting.declaration
        if self.word(for: declaration) == word, storedWord(for: declaration) == word { return }
        try set(declaration, to: word)
    }
}

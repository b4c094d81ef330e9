import Localization

extension Preferences {
    /// Remembers a choice that a command was called with, as `set` does, so that it holds from now on.
    ///
    /// ```swift
    /// try session.preferences.remember(ListOptions.order, as: "date")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: What is chosen.
    ///   - word: The word for the choice, one of the setting's own. It counts more than what another process has chosen
    ///     meanwhile, so that only what a person asks for should be remembered, not what holds anyway.
    /// - Throws: ``FileError`` where the settings can't be written, and an error where there is no place for them.
    public func remember<Value>(_ setting: Setting<Value>, as word: String) throws {
        // A file is only written where something changes; another process may have chosen otherwise meanwhile.
        let declaration = setting.declaration
        if self.word(for: declaration) == word, storedWord(for: declaration) == word { return }
        try set(declaration, to: word)
    }
}

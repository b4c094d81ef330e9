import Shell

/// Choices that the user makes at the prompt and that last, such as a filter or an order of lists.
///
/// They have an effect only where the user sees them: never in scripts, with `-c` or `-f`, in pipes, with `--json` or
/// `--csv`, or in another store than the program's own. Calls of these kinds don't change them, either.
extension StoreSession {
    /// Whether choices of earlier sessions apply to this one, and those of this session are kept.
    public var keepsChoices: Bool {
        services.store.session.isForUser
            && location == StoreLocation.defaultLocation(programName, environment.variables)
    }

    /// Returns the value of a setting that is such a choice, or the setting's default if it has no effect on a call.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - invocation: The call of a command.
    public func remembered<Value>(_ setting: Setting<Value>, for invocation: Invocation) -> Value {
        keepsChoices && invocation.isForUser ? preferences[setting] : setting.defaultValue
    }

    /// Stores a choice of the user. Does nothing in calls that must not change it.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - word: One of the setting's words.
    ///   - invocation: The call of a command.
    /// - Throws: `FileError` if the settings can't be written, and an error if there is no directory for settings.
    public func remember<Value>(
        _ setting: Setting<Value>, as word: String, for invocation: Invocation
    ) throws {
        if keepsChoices, invocation.isForUser { try preferences.remember(setting, as: word) }
    }
}

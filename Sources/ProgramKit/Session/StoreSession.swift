import Localization
import Shell

/// A program's session with its store. Each command is one transaction and one undo step.
///
/// A program composes its session from services, and adds its own state and completions:
///
/// ```swift
/// @MainActor final class BookSession: StoreSession {
///     static let names = ModelNames(["Book": text("Book")])
///     let services: StoreServices
///
///     init(_ session: SessionContext) async throws {
///         services = StoreServices(try await StoreService(session, models: [Book.self], names: Self.names))
///     }
/// }
/// ```
@MainActor
public protocol StoreSession: ShellSession {
    /// The services of the session.
    var services: StoreServices { get }
}

extension StoreSession {
    /// Whether the session must be replaced: the store was replaced, the session was made for one maintenance
    /// command, or a store that could only be read can be written again.
    public var isOver: Bool { services.store.isOver }

    /// The prompt: the program's name and the open items.
    public var prompt: Prompt { services.places.prompt }

    /// Refuses a changing command on a read-only store before its arguments are asked for.
    ///
    /// - Parameter intent: The intent of the command.
    /// - Throws: `ModelDataError`, the reason why the store can't be written.
    public func willAsk(for intent: Intent) throws {
        if intent.changes { try services.store.requireWritable() }
    }

    /// Runs a command and saves its changes as one transaction. If it fails, nothing is saved.
    ///
    /// - Parameters:
    ///   - intent: The intent of the command.
    ///   - body: Runs the command.
    /// - Throws: The errors of `body` and of saving.
    public func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        try await services.execute(intent, body)
    }

    /// Checks the reads for an output, some of which happen only when it is rendered.
    ///
    /// - Returns: Warnings about invalid values, as in a store that was edited by hand.
    /// - Throws: `ModelDataError` if a read failed.
    public func checkOutput() throws -> [Block] { try services.store.checkReads(changesData: false) }

    /// Returns the notices to show before the next prompt: changes by other processes, and deleted open
    /// records.
    public func notices() -> [LocalizedText] { services.notices() }

    /// Copies the content of the store's log into the store's file, so that this file alone is complete.
    public func inputIsAwaited() async { await services.store.copyLog() }

    /// Closes the store, so that it consists of a single file without a log.
    public func close() { services.store.close() }
}

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

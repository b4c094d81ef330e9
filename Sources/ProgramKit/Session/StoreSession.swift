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

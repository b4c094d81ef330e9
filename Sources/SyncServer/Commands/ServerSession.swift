import Foundation
import Localization
import Shell

/// The administrator's session, which opens the server's storage.
@MainActor
final class ServerSession: ShellSession {
    static let database = Parameter.option(
        "database", .text,
        help: text(
            "Keep the data in this PostgreSQL database: postgres://USER@HOST/NAME. Default: the value of SYNCSERVER_DATABASE."
        ))

    let context: SessionContext
    private var opened: SQLStorage?
    /// Whether the storage is closed after the command.
    private var closesStorage = true

    init(_ context: SessionContext) {
        self.context = context
    }

    var prompt: Prompt { Prompt(context.programName) }
    var localizer: Localizer { context.localizer }
    var environment: ProcessEnvironment { context.environment }

    /// Returns the location of the data, from the command line and the environment.
    ///
    /// A password belongs in the environment or in libpq's password file, because all users of the machine
    /// can read a command line.
    ///
    /// - Throws: ``LocationError``.
    func location() throws -> StorageLocation {
        if context.options.inMemory { throw LocationError.inMemory }
        let named = context.options[Self.database] ?? environment.variables["SYNCSERVER_DATABASE"]
        if let named {
            if context.options.storePath != nil { throw LocationError.both }
            guard named.hasPrefix("postgres://") || named.hasPrefix("postgresql://") else {
                throw LocationError.notAnAddress
            }
            return .postgreSQL(url: named)
        }
        if let path = context.options.storePath {
            if path.isEmpty { throw LocationError.emptyPath }
            return .file(path: absolute(path))
        }
        let directories = StandardDirectories(
            environment: environment.variables, program: context.programName)
        guard let data = directories.data else { throw LocationError.noHome }
        return .file(path: "\(data)/syncserver.store")
    }

    /// Returns the absolute form of a path, relative to the working directory.
    func absolute(_ path: String) -> String {
        FilePathResolution.absolute(path, relativeTo: environment.workingDirectory)
    }

    /// Returns the path of the usual store if nothing names a storage and the usual one has no accounts.
    ///
    /// An administrator who forgot the setting of the running server would otherwise create a second store, which that
    /// server doesn't use.
    func unusedUsualStore() async throws -> String? {
        guard case .file(let path) = try location(), context.options.storePath == nil else { return nil }
        var status = stat()
        if stat(path, &status) != 0 { return path }
        return try await storage().usage().accounts == 0 ? path : nil
    }

    /// Opens the storage. If the storage has no tables, creates them.
    ///
    /// - Parameters:
    ///   - connections: The largest number of connections to PostgreSQL. Default: 1, which later commands use again.
    ///   - statementTime: The time limit of a statement on PostgreSQL. Default: 10 minutes, in which a large account can be
    ///     deleted.
    ///   - createIfMissing: Whether to create the file that `--store` names, in an existing directory.
    ///     Commands that only read pass `false`, so that a mistyped path creates no file. Default: `false`.
    /// - Throws: ``LocationError``, ``StorageError``.
    func storage(
        connections: Int? = nil, statementTime: Duration = .seconds(600), createIfMissing: Bool = false
    ) async throws -> SQLStorage {
        if let opened, connections == nil { return opened }
        let location = try location()
        closesStorage = connections != nil
        if case .file(let path) = location {
            closesStorage = true
            if context.options.storePath != nil {
                try Self.checkNamed(path, createIfMissing: createIfMissing)
            }
            try OrphanedLog.refuse(besideStore: path)
        }
        let storage = try location.open(connections: connections ?? 1, statementTime: statementTime)
        try await storage.prepare()
        opened = storage
        return storage
    }

    private static func checkNamed(_ path: String, createIfMissing: Bool) throws(LocationError) {
        // Other problems with the path are reported when the storage is opened.
        var status = stat()
        guard stat(path, &status) != 0, errno == ENOENT else { return }
        guard createIfMissing else { throw .noStore(path: path) }
        let directory = (path as NSString).deletingLastPathComponent
        guard stat(directory, &status) != 0, errno == ENOENT else { return }
        throw .noDirectory(path: directory)
    }

    /// Runs a command and then closes the storage, because a process that ends doesn't wait for that. The next command at
    /// the prompt opens it again.
    ///
    /// A database stays open for the next command: connecting takes several times as long as a command.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        let result: Result<Output, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        if closesStorage {
            let storage = opened
            opened = nil
            await storage?.close()
        }
        return try result.get()
    }
}

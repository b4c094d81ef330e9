import Foundation
import Localization
import Shell

/// A session of the administrator on the server's storage.
@MainActor
final class ServerSession: ShellSession {
    static let database = Parameter.option(
        "database", .text,
        help: text(
            "Keep the data in this PostgreSQL database: postgres://USER@HOST/NAME. SYNCSERVER_DATABASE says the same."
        ))

    let context: SessionContext
    private var opened: (any SyncStorage)?

    init(_ context: SessionContext) {
        self.context = context
    }

    var prompt: Prompt { Prompt(context.programName) }
    var localizer: Localizer { context.localizer }
    var surroundings: Surroundings { context.surroundings }

    /// Where the data lies, as the command line and the environment say. Throws ``LocationError``.
    ///
    /// A password is better kept in the environment, or in the file that libpq reads: everybody on the machine sees a
    /// command line.
    func location() throws -> StorageLocation {
        if context.options.inMemory { throw LocationError.inMemory }
        let named = context.options[Self.database] ?? surroundings.environment["SYNCSERVER_DATABASE"]
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
            environment: surroundings.environment, program: context.programName)
        guard let data = directories.data else { throw LocationError.noHome }
        return .file(path: "\(data)/syncserver.store")
    }

    /// An absolute path, after the working directory.
    func absolute(_ path: String) -> String {
        FilePathResolution.absolute(path, relativeTo: surroundings.workingDirectory)
    }

    /// The storage, which is set up where there is none yet.
    ///
    /// - Parameters:
    ///   - connections: How many connections to PostgreSQL are made at most.
    ///   - mayBeMade: Whether the file that `--store` names may be made; its directory has to be there. A mistyped path
    ///     names none either, and other commands make nothing of it.
    func storage(connections: Int = 1, mayBeMade: Bool = false) async throws -> any SyncStorage {
        if let opened { return opened }
        let location = try location()
        if case .file(let path) = location {
            if context.options.storePath != nil { try Self.checkNamed(path, mayBeMade: mayBeMade) }
            try StrayLog.refuse(besideStore: path)
        }
        let storage = try location.open(connections: connections)
        try await storage.prepare()
        opened = storage
        return storage
    }

    private static func checkNamed(_ path: String, mayBeMade: Bool) throws(LocationError) {
        // What else is wrong with a path, the opening says.
        var status = stat()
        guard stat(path, &status) != 0, errno == ENOENT else { return }
        guard mayBeMade else { throw .noStore(path: path) }
        let directory = (path as NSString).deletingLastPathComponent
        guard stat(directory, &status) != 0, errno == ENOENT else { return }
        throw .noDirectory(path: directory)
    }

    /// Runs a command, and closes the storage behind it: a process that ends waits for nobody. The next command at the
    /// prompt opens it again.
    func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        let result: Result<Output, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        let storage = opened
        opened = nil
        await storage?.close()
        return try result.get()
    }
}

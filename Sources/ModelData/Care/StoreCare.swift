import Foundation

/// Cares for a store as a whole: copies it, puts a copy in its place, and saves what can be read of a damaged one.
///
///     let care = StoreCare(url: url, for: Schema([Book.self]))
///     try care.backup(to: URL(fileURLWithPath: "/media/usb/books.store"))
///
/// It needs no container, so that it works on stores that can't be opened, and while others have the store open. Not in
/// SwiftData.
public struct StoreCare: Sendable {
    let path: String
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// How many seconds to wait for others who write to the store.
    let lockTimeout: Int
    let now: @Sendable () -> Date

    /// Cares for the store in a file.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - schema: the models that it keeps.
    ///   - migrationPlan: how copies of earlier versions are brought to the schema; as for ``ModelContainer``.
    ///   - lockTimeout: how many seconds to wait for others who write to the store.
    ///   - now: the clock, for the names of what is kept.
    public init(
        url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        lockTimeout: Int = 20,
        now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        path = StoreFile.followingLinks(url.path)
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.lockTimeout = lockTimeout
        self.now = now
    }

    /// The copies that were made by themselves, the newest first.
    public func copies() -> [StoreCopy] { StoreCopy.all(of: path) }

    /// Copies the store, as it was last saved, into a file that only its owner can read.
    ///
    /// Others may go on reading and writing meanwhile. The copy is checked, and appears under its name when it is whole
    /// and on the disk. What is damaged isn't copied, but for values that only a program can tell are none: see
    /// ``problems()``.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - replacing: whether a file that is there is replaced.
    /// - Returns: where a log is kept that was beside the file's name, and belonged to no store of that name; nil where
    ///   there was none.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/damaged(path:detail:)``,
    ///   ``ModelDataError/locked(path:seconds:)`` where somebody has the file open that would be replaced, or what reading
    ///   and writing files can throw.
    @discardableResult
    public func backup(to url: URL, replacing: Bool = false) throws -> URL? {
        guard case .database = try StoreFile.inspect(path) else {
            throw ModelDataError.cannotOpen(
                path: path, code: SQLiteCode(code: 14, message: "the file is missing"))
        }
        let kept = try StoreBackup.write(
            of: path, to: url.path, replacing: replacing, timeout: lockTimeout, at: now())
        return kept.map { URL(fileURLWithPath: $0) }
    }

    private static let countOfMetadata = "SELECT count(*) FROM sqlite_schema WHERE name = '_modeldata'"

    /// What is wrong with the store, in SQLite's words, or which values can't be read; nothing where it is whole.
    ///
    /// - Throws: ``ModelDataError`` where it can't be read for another reason than damage.
    public func problems() throws -> [String] {
        if let damage = try fileDamage() { return [damage.description] }
        guard case .database(let id, _) = try StoreFile.inspect(path) else { return [] }
        if id != StoreFile.applicationID { return [try ownsDespite(id)] }
        let store = try CareConnection(path, .existing, timeout: lockTimeout)
        let problems = try store.problems()
        guard problems.isEmpty, try store.number(Self.countOfMetadata) > 0 else { return problems }
        return try UnreadableValues(schema).problems(of: store)
    }

    /// Whether the store, or a copy of it, has values that can't be read, which ``problems()`` names. Copies have them too,
    /// as everything else is in these that can be read.
    ///
    /// - Parameter copy: the copy; nil for the store.
    /// - Throws: ``ModelDataError`` where it can't be looked into.
    package func hasUnreadableValues(in copy: URL? = nil) throws -> Bool {
        let store = try CareConnection(copy?.path ?? path, .reading, timeout: lockTimeout)
        return try !UnreadableValues(schema).find(in: store, limit: 1).isEmpty
    }

    /// The problem of a store that says in its header that it is another program's.
    ///
    /// - Throws: ``ModelDataError/notAStore(path:reason:)`` where it is.
    func ownsDespite(_ id: Int32) throws -> String {
        guard try PageFile(path).isStore else {
            throw ModelDataError.notAStore(path: path, reason: .foreignDatabase(applicationID: id))
        }
        return "application id \(id)"
    }

    /// What is wrong with the store, as the error that opening it may end with; nil where it is whole or not there.
    ///
    ///     if let damage = try care.damage() { print(damage) }
    ///
    /// - Returns: ``ModelDataError/notAStore(path:reason:)`` where the file as a whole is wrong, or
    ///   ``ModelDataError/damaged(path:detail:)``.
    /// - Throws: ``ModelDataError`` where the file never was a store, or can't be read for another reason than damage.
    public func damage() throws -> ModelDataError? {
        if let reason = try fileDamage() { return .notAStore(path: path, reason: reason) }
        return try problems().first.map { .damaged(path: path, detail: $0) }
    }

    /// What is wrong with the file before SQLite looks at it: damage of what was a store.
    func fileDamage() throws -> StoreFileProblem? {
        do {
            _ = try StoreFile.inspect(path)
            return nil
        } catch ModelDataError.notAStore(_, let reason) where reason.isDamage {
            if case .notADatabase = reason, try !PageFile(path).isStore {
                throw ModelDataError.notAStore(path: path, reason: reason)
            }
            return reason
        }
    }

    /// A name beside the store that nothing has yet.
    func freeName(_ reason: String) -> String { StoreCopy.freeName(beside: path, reason, at: now()) }

    /// The log of a store that is missing or empty: beside its name, or where a restoring that was broken off has set it
    /// aside; nil where nothing is in it.
    package var log: String? { StoreLog.hasPages(path) ? path + "-wal" : StoreLog.parted(from: path).last }

    /// Whether the log of the store is under another name than SQLite looks for.
    package var isLogParted: Bool { !StoreLog.hasPages(path) && log != nil }

    /// Whether a restoring into an empty file was broken off in the midst: SQLite takes back what it has written.
    package var isHalfRestored: Bool {
        access(path, F_OK) == 0 && StoreLog.isTakenBackWhole(path) && !StoreLog.isBeingWritten(path)
    }

    /// Whether what such a restoring has written isn't whole. What was broken off within its first page may have been a
    /// first start.
    package var isPartlyRestored: Bool {
        guard isHalfRestored, !StoreFile.isWhole(path) else { return false }
        var info = stat()
        return stat(path, &info) == 0 && info.st_size > 4096
    }

    /// The journal by which SQLite would take back all of a file that is whole: of a restoring that was broken off at its
    /// very end, or of one before somebody else put the file there. Nil where there is none, or somebody is at it.
    package var wholeTakenBackBy: String? {
        isHalfRestored && StoreFile.isWhole(path) ? path + "-journal" : nil
    }

    /// Opens a file of ours with the models, and so brings it to their schema.
    func migrate(_ file: String) throws {
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: file))
        configuration.keepsBackupBeforeMigration = false
        let container = try ModelContainer(
            for: schema, migrationPlan: migrationPlan, configurations: [configuration])
        for store in container.core.stores { try store.closeSpareConnection() }
    }
}

extension StoreFileProblem {
    /// Whether a store may have become this by damage.
    var isDamage: Bool {
        switch self {
        case .notADatabase, .truncated: true
        case .foreignDatabase, .isDirectory, .notAFile, .isLink, .othersLog, .replacedInUse: false
        }
    }
}

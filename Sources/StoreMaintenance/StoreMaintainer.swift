import Basics
import Foundation
import ModelData

/// Backs up, restores, checks and repairs a store's file.
///
/// ```swift
/// let maintainer = StoreMaintainer(url: url, for: Schema([Book.self]))
/// try maintainer.backup(to: URL(fileURLWithPath: "/media/usb/books.store"))
/// ```
///
/// A maintainer needs no container. Therefore, it works for stores that can't be opened, and while other
/// processes have the store open. Its methods block their caller while they work. If another process has
/// locked the store, they wait for at most the `lockTimeout` of the initializer. Not in SwiftData.
public struct StoreMaintainer: Sendable {
    let path: String
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// How long to wait for other writers, in seconds.
    let lockTimeout: Int
    let now: @Sendable () -> Date

    /// Creates a maintainer for the store in a file.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - schema: The models of the store.
    ///   - migrationPlan: The plan by which copies of earlier versions are migrated, as for
    ///     `ModelContainer`. Default: nil.
    ///   - lockTimeout: How long to wait for other writers, in seconds. Default: 20.
    ///   - now: The clock, for the names of kept files. Default: the system's clock.
    public init(
        url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        lockTimeout: Int = 20,
        now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        path = SymbolicLink.target(of: url.path)
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.lockTimeout = lockTimeout
        self.now = now
    }

    /// Returns the automatic copies, the newest first.
    public func copies() -> [StoreCopy] { StoreCopy.all(of: path) }

    /// Copies the last saved state of the store into a file that only its owner can read.
    ///
    /// Other processes may read and write meanwhile. The copy is checked, and gets its name when it is
    /// complete and on the disk. A damaged store isn't copied. Unreadable values that SQLite can't detect are
    /// copied; ``problems()`` reports them. The method blocks its caller during the copy; before, it waits for
    /// a locked store for at most the maintainer's `lockTimeout`.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - replacing: Whether an existing file is replaced. Default: false.
    /// - Returns: The new path of an orphaned log that was beside `url`, or nil.
    /// - Throws: `ModelDataError.alreadyExists(path:)`, `ModelDataError.damaged(path:detail:)`,
    ///   `ModelDataError.locked(path:seconds:)` if a process has the replaced file open, or another
    ///   `ModelDataError` if reading or writing fails.
    @discardableResult
    public func backup(to url: URL, replacing: Bool = false) throws -> URL? {
        guard case .database = try StoreFile.inspect(path) else {
            throw StoreFile.missing(path)
        }
        let kept = try StoreBackup.write(
            of: path, to: url.path, replacing: replacing, timeout: lockTimeout, at: now())
        return kept.map { URL(fileURLWithPath: $0) }
    }

    /// Returns SQLite's descriptions of damage. If there is none, returns the names of unreadable values.
    /// Empty if there are no problems.
    ///
    /// - Throws: `ModelDataError` if the store can't be read for a reason other than damage.
    public func problems() throws -> [String] {
        if let damage = try fileDamage() { return [damage.description] }
        guard case .database(let id, _) = try StoreFile.inspect(path) else { return [] }
        if id != StoreFile.applicationID { return [try applicationIDProblem(id)] }
        let store = try SQLFile(path, .existing, timeout: lockTimeout)
        let problems = try store.problems()
        guard problems.isEmpty, try store.hasTable("_modeldata") else { return problems }
        return try UnreadableValues(schema).problems(of: store)
    }

    /// Returns whether the store, or a copy of it, has unreadable values. ``problems()`` names them. A copy
    /// contains the readable parts of all records even then.
    ///
    /// - Parameter copy: The copy. Default: nil, for the store.
    /// - Throws: `ModelDataError` if the file can't be read.
    package func hasUnreadableValues(in copy: URL? = nil) throws -> Bool {
        let store = try SQLFile(copy?.path ?? path, .reading, timeout: lockTimeout)
        return try !UnreadableValues(schema).find(in: store, limit: 1).isEmpty
    }

    /// Returns the description of the problem that a store's application ID is damaged.
    ///
    /// - Throws: `ModelDataError.notAStore(path:reason:)` if the file really belongs to another program.
    func applicationIDProblem(_ id: Int32) throws -> String {
        guard try PageFile(path).isStore else {
            throw StoreFile.foreign(path, applicationID: id)
        }
        return "application id \(id)"
    }

    /// Returns the store's damage as the error that opening it may cause. Nil if the store is undamaged or
    /// missing.
    ///
    /// ```swift
    /// if let damage = try maintainer.damage() { print(damage) }
    /// ```
    ///
    /// - Returns: `ModelDataError.notAStore(path:reason:)` for damage of the file, or
    ///   `ModelDataError.damaged(path:detail:)`.
    /// - Throws: `ModelDataError` if the file never was a store, or can't be read for a reason other than
    ///   damage.
    public func damage() throws -> ModelDataError? {
        if let reason = try fileDamage() { return .notAStore(path: path, reason: reason) }
        return try problems().first.map { .damaged(path: path, detail: $0) }
    }

    /// Returns the damage that can be found without SQLite, or nil.
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

    /// Returns an unused name beside the store.
    func unusedName(_ reason: String) -> String { StoreCopy.unusedName(beside: path, reason, at: now()) }

    /// The path of the log of a missing or empty store. The log is beside the store's path, or was
    /// quarantined by an interrupted restore. Nil if there is no log with content.
    package var log: String? {
        StoreLog.hasPages(path) ? path + "-wal" : StoreLog.quarantinedLogs(from: path).last
    }

    /// Whether the store's log is quarantined under another name.
    package var isLogQuarantined: Bool { !StoreLog.hasPages(path) && log != nil }

    /// Whether a restore into an empty file was interrupted, so that SQLite will roll it back.
    package var hasInterruptedRestore: Bool {
        access(path, F_OK) == 0 && StoreLog.isRolledBackToEmpty(path) && !StoreLog.isBeingWritten(path)
    }

    /// Whether the file of an interrupted restore is incomplete. A file of at most one page doesn't count,
    /// because a process may have been creating a new store.
    package var isInterruptedRestoreIncomplete: Bool {
        guard hasInterruptedRestore, !StoreFile.isComplete(path) else { return false }
        return FileStatus(path).map { $0.size > 4096 } ?? false
    }

    /// The path of a hot journal by which SQLite would roll back a complete file to empty. Nil if there is
    /// none, or if a process is writing.
    ///
    /// A restore leaves such a journal if it is interrupted at its very end. It can also be beside a file
    /// that another tool put there after an interrupted restore.
    package var hotJournalOfCompleteFile: String? {
        hasInterruptedRestore && StoreFile.isComplete(path) ? path + "-journal" : nil
    }

    /// Opens a file as a store with the schema's models, which migrates it to the schema.
    func migrate(_ file: String) throws {
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: file))
        configuration.keepsBackupBeforeMigration = false
        try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: [configuration])
            .closeSpareConnections()
    }
}

extension StoreMaintainer {
    /// Whether the pages after the first one show that the file is a store. If SQLite nevertheless doesn't
    /// recognize the file as a database, only its beginning is lost, and the rest can be repaired.
    ///
    /// The names of the store's tables must be in a database page: a text file with these names doesn't
    /// count. This reads the log and at most about 60 pages.
    package var hasStorePages: Bool { (try? PageFile(path))?.tellsOfStore == true }

    /// Returns whether a file is a store although its header has another application ID, which means that the
    /// header is damaged.
    package func isOwnStore(applicationID id: Int32) -> Bool {
        id != StoreFile.applicationID && (try? applicationIDProblem(id)) != nil
    }
}

extension PageFile {
    /// Whether the pages show that the file is a store. A text file with the names of a store's tables
    /// doesn't count.
    var isStore: Bool { tellsOfStore(from: 1) }

    /// Whether a page after the first one contains the store's metadata.
    fileprivate var tellsOfStore: Bool { tellsOfStore(from: 2) }

    private func tellsOfStore(from first: UInt32) -> Bool {
        let tables = ["_modeldata", "_history_change"].map { Array($0.utf8) }
        // Another program's tables may contain one of these words, so require all of them.
        let keys = ["format", "generation", "identifier"].map { Array($0.utf8) }
        return (first..<max(first + 1, min(pageCount, 64) + 1)).contains { number in
            guard let page = page(number), page.isLeaf(at: number == 1 ? 100 : 0) else { return false }
            return tables.contains { page.holds($0) } || keys.allSatisfy { page.holds($0) }
        }
    }
}

extension [UInt8] {
    /// Returns whether these bytes can be a nonempty leaf page of a B-tree.
    ///
    /// - Parameter start: The offset of the page's header: 100 in the first page, which begins with the
    ///   file's header, otherwise 0.
    fileprivate func isLeaf(at start: Int) -> Bool {
        guard count > start + 8, [10, 13].contains(self[start]) else { return false }
        let (cells, content) = (short(at: start + 3), short(at: start + 5))
        return cells > 0 && start + 8 + 2 * cells <= content && content <= count
    }

    fileprivate func holds(_ part: [UInt8]) -> Bool {
        withUnsafeBufferPointer { bytes in part.withUnsafeBufferPointer { ByteSearch.contains(bytes, $0) } }
    }
}

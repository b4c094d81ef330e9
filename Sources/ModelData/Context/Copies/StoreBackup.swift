import Basics
import Foundation

/// Writes copies of a store that can be opened as stores.
package enum StoreBackup {
    /// Copies the state that a connection sees. The file gets its name when the copy is complete.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - target: The path of the copy.
    ///   - replacing: Whether an existing file is replaced.
    ///   - timeout: How long to wait for other processes, in seconds.
    /// - Returns: The new path of an orphaned log that was beside the target, or nil.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/locked(path:seconds:)``, or
    ///   another ``ModelDataError`` if reading or writing fails.
    static func write(
        _ connection: StoreConnection, to target: String, replacing: Bool, timeout: Int
    ) throws -> String? {
        if FileStatus.exists(target), !replacing { throw ModelDataError.alreadyExists(path: target) }
        let scratch = try ScratchFile(beside: target)
        try writing(target) { try connection.perform { try $0.execute(vacuum(into: scratch.path)) } }
        // An in-memory store has no application ID.
        try SQLFile(scratch.path, .existing, timeout: 0).execute(
            "PRAGMA application_id = \(StoreFile.applicationID)")
        return try finish(scratch, target, replacing: replacing, timeout: timeout, at: .now)
    }

    /// Copies a store's file in the state of its last transaction, with its large values. Other processes may
    /// use the store meanwhile.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - target: The path of the copy.
    ///   - replacing: Whether an existing file is replaced.
    ///   - isLocked: Whether the caller already prevents others from writing. Default: false.
    ///   - timeout: How long to wait for other processes, in seconds.
    ///   - date: The time for the names of quarantined files. Default: now.
    /// - Returns: The new path of an orphaned log that was beside the target, or nil.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/locked(path:seconds:)`` if a
    ///   process has the replaced file open, or another ``ModelDataError`` if reading or writing fails.
    @discardableResult
    package static func write(
        of path: String, to target: String, replacing: Bool, isLocked: Bool = false, timeout: Int,
        at date: Date = .now
    ) throws -> String? {
        if FileStatus.exists(target), !replacing || StoreFile.isSame(path, target) {
            throw ModelDataError.alreadyExists(path: target)
        }
        let scratch = try ScratchFile(beside: target)
        try copy(path, into: scratch.path, named: target, isLocked: isLocked, timeout: timeout)
        return try finish(scratch, target, replacing: replacing, timeout: timeout, at: date)
    }

    /// Gives a complete copy its name. Returns the new path of an orphaned log that was beside that name, or
    /// nil.
    private static func finish(
        _ scratch: ScratchFile, _ target: String, replacing: Bool, timeout: Int, at date: Date
    ) throws -> String? {
        try StoreLog.quarantineLog(
            at: target, keepingAs: StoreCopy.unusedName(beside: target, "damaged", at: date), timeout: timeout
        ) { try scratch.move(to: target, replacing: replacing) }
    }

    /// Copies a store's file into an empty file, and its large values beside the copy's final name.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - folder: The folder of its large values. Default: nil, for the folder beside the store.
    ///   - scratch: The path of the empty file. The file stays locked and keeps its name.
    ///   - target: The copy's final name.
    ///   - isLocked: Whether the caller already prevents others from writing. Default: false.
    ///   - timeout: How long to wait for other processes, in seconds.
    package static func copy(
        _ path: String, with folder: String? = nil, into scratch: String, named target: String,
        isLocked: Bool = false, timeout: Int
    ) throws {
        let path = SymbolicLink.target(of: path)
        let folder = folder ?? ExternalFile.folder(of: path)
        let hasFolder = access(folder, R_OK) == 0
        // Hold the write lock, because a process deletes unreferenced files of large values only under this
        // lock. Otherwise, some might disappear before they are copied.
        let lock = hasFolder && !isLocked ? try lock(path, timeout: timeout) : nil
        defer { try? lock?.execute("ROLLBACK") }
        try writing(target) {
            try SQLFile(path, .forReading(path), timeout: timeout).execute(vacuum(into: scratch))
        }
        let copy = try SQLFile(scratch, .reading, timeout: timeout)
        if let problem = try copy.problems(limit: 1, references: false).first {
            throw ModelDataError.damaged(path: path, detail: problem)
        }
        if hasFolder {
            let place = ExternalFile.folder(of: target)
            for name in try ExternalFile.referencedNames(in: copy) {
                try ExternalFile.linkOrCopy(name, from: folder, in: place)
            }
            if access(place, F_OK) == 0 { try StoreFile.synchronize(place) }
        }
    }

    /// Returns the statement that copies the database into a file. The path is a literal because bound texts
    /// are converted to Unicode normalization form C, and could then name another file.
    private static func vacuum(into path: String) -> String { "VACUUM INTO \(path.literalSQL)" }

    /// Runs a statement that writes only to the copy. A full disk is reported with the copy's path.
    private static func writing(_ target: String, _ copy: () throws -> Void) throws {
        do {
            try copy()
        } catch ModelDataError.diskFull {
            throw ModelDataError.diskFull(path: target)
        }
    }

    /// Prevents other connections from writing. Returns nil if the store isn't writable anyway.
    private static func lock(_ path: String, timeout: Int) throws -> SQLFile? {
        do {
            let connection = try SQLFile(path, .existing, timeout: timeout)
            try connection.execute("BEGIN IMMEDIATE")
            return connection
        } catch ModelDataError.readOnly, ModelDataError.noPermission, ModelDataError.cannotOpen {
            return nil
        }
    }

    /// Copies a store before its migration.
    ///
    /// The migration already holds the write lock, so this copy has exactly the state that will be migrated.
    /// If an interrupted migration left a copy, it is replaced.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - schemaGeneration: The store's schema generation, which is part of the copy's name.
    ///   - timeout: How long to wait for other processes, in seconds.
    /// - Returns: The path of the copy.
    /// - Throws: ``ModelDataError`` if the store can't be copied.
    static func writeBeforeMigration(
        of path: String, schemaGeneration: Int64, timeout: Int
    ) throws -> String {
        let usual = "\(path).before-migration-\(schemaGeneration)"
        // If a log is beside the copy, a program has opened the copy since. Don't overwrite it.
        let copy = StoreLog.isBeside(usual) ? StoreFile.unusedName(usual) : usual
        try write(of: path, to: copy, replacing: true, isLocked: true, timeout: timeout)
        return copy
    }
}

/// A temporary file in which a store is created. When the store is complete, the file gets its final name.
/// Otherwise, the file and its companion files are deleted with this object.
package final class ScratchFile {
    package let path: String
    /// The descriptor whose lock shows other processes that the file is in use.
    private let descriptor: Int32

    /// Creates an empty file beside another one. Its name is unpredictable, and only its owner can read it.
    /// Stale files of killed processes are deleted.
    ///
    /// - Throws: ``ModelDataError`` if the file can't be created.
    package init(beside other: String) throws {
        let directory = (other as NSString).deletingLastPathComponent
        try StoreFile.createDirectory(directory)
        IncompleteFile.removeStale(beside: other)
        (path, descriptor) = try IncompleteFile.make(
            in: directory, for: (other as NSString).lastPathComponent)
    }

    deinit {
        // After `move`, only the companion files are left.
        StoreFile.remove(path)
        OpenStores.closeWhenUnused(descriptor)
    }

    /// Gives the file its final name, and waits until the name is on the disk.
    ///
    /// - Parameters:
    ///   - target: The final name.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, or another ``ModelDataError`` if the file can't be
    ///   moved.
    package func move(to target: String, replacing: Bool) throws {
        if replacing {
            try StoreFile.synchronize(path)
            guard rename(path, target) == 0 else { throw StoreFile.failure(errno, path: target) }
            try StoreFile.synchronizeName(of: target)
        } else {
            try StoreFile.move(path, to: target)
        }
    }
}

extension ModelContainer {
    /// Copies the last saved state of a store to a new file that only its owner can read.
    ///
    /// ```swift
    /// try container.backup(to: URL(fileURLWithPath: "/tmp/books-backup.store"))
    /// ```
    ///
    /// Other processes can read and write during the copy. The copy is a complete store, including its
    /// history. The file gets its name only when it is complete. The method blocks its caller during the copy.
    /// If a process has locked the store for readers, too, it first waits for at most
    /// ``ModelConfiguration/lockTimeout``. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - configuration: The name of the store's configuration. Default: the first configuration.
    ///   - replacing: Whether an existing file is replaced. Default: `false`.
    /// - Returns: The new path of an orphaned write-ahead log that was beside `url`, or `nil` if there was
    ///   none.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/locked(path:seconds:)`` if another
    ///   process has the replaced file open, or another ``ModelDataError`` if writing fails.
    @discardableResult
    public func backup(to url: URL, configuration: String? = nil, replacing: Bool = false) throws -> URL? {
        guard
            let store = core.stores.first(where: {
                configuration == nil || $0.configuration.name == configuration
            })
        else { return nil }
        try core.custom(store)?.refuse("backups")
        return try store.backup(to: url.path, replacing: replacing).map { URL(fileURLWithPath: $0) }
    }

    /// Returns SQLite's descriptions of damage in the stores; empty if there is none.
    ///
    /// The check reads every page, which takes about a second per gigabyte. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be read at all.
    public func integrityCheck() throws -> [String] {
        try core.stores.flatMap { try $0.integrityCheck() }
    }
}

extension ModelContainer {
    /// Closes the connections of the container and of its main context.
    ///
    /// ```swift
    /// try container.close()
    /// ```
    ///
    /// Call this method before the program ends, so that the store is a single file afterwards. Close other
    /// contexts with ``ModelContext/close()``. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if SQLite can't close a store.
    @_disfavoredOverload
    @MainActor public func close() throws {
        try openedMainContext?.close()
        try closeSpareConnections()
    }

    /// Closes the connections that no context has taken.
    package func closeSpareConnections() throws {
        for store in core.stores { try store.closeSpareConnection() }
    }
}

extension Store {
    fileprivate func backup(to path: String, replacing: Bool) throws -> String? {
        let timeout = configuration.lockTimeout
        if isInMemory {
            return try StoreBackup.write(connection(), to: path, replacing: replacing, timeout: timeout)
        }
        return try StoreBackup.write(of: self.path, to: path, replacing: replacing, timeout: timeout)
    }

    fileprivate func integrityCheck() throws -> [String] {
        try connection().perform { connection in
            let own = layouts.flatMap {
                EntityLayout.spatialIndexes(of: $0.entity, $0.columns, onlyOwn: true)
            }
            let trees = try own.flatMap { try $0.problems(connection) }
            return try connection.damage() + connection.brokenReferences() + trees
        }
    }
}

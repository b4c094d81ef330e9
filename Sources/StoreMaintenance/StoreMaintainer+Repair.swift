import Foundation
import ModelData

extension StoreMaintainer {
    /// Saves the readable parts of a damaged store, and keeps the damaged file under another name.
    ///
    /// ```swift
    /// let repair = try maintainer.repair()
    /// print(repair.keptAt ?? "no problems found")
    /// ```
    ///
    /// Afterwards, SQLite finds no damage, all values can be read, and every reference has a target. A text
    /// counts as damaged if it has 500 consecutive zero bytes, or 16 at its beginning or end. Other processes
    /// with the store open continue with the repaired store. If there are no problems, the store stays
    /// unchanged, apart from unused space that is returned to the disk.
    ///
    /// - Returns: The problems, and the saved and lost records.
    /// - Throws: ``ModelDataError`` if the file isn't a store, is locked, or can't be read or written.
    public func repair() throws -> StoreRepair { try repair { _, _ in } }

    /// Saves the readable parts of a damaged store. The caller can adapt the saved parts before they replace
    /// the store's content.
    ///
    /// - Parameter prepare: Receives the saved content and the result, from which it may remove unreadable
    ///   values. It isn't called if there are no problems.
    /// - Returns: The problems, and the saved and lost records.
    /// - Throws: ``ModelDataError``, or the error of `prepare`.
    package func repair(
        preparing prepare: (SQLFile, inout StoreRepair) throws -> Void
    ) throws -> StoreRepair {
        // If a process is restoring into an empty file, this waits for it.
        let state = try? StoreFile.inspect(path)
        if isInterruptedRestoreIncomplete {
            throw ModelDataError.notAStore(path: path, reason: .notADatabase)
        }
        // An empty file needs no repair: it becomes a store when it is opened.
        var isEmpty = hasInterruptedRestore
        if case .empty? = state { isEmpty = true }
        if isEmpty { return StoreRepair(tables: [], isHistoryDropped: false, cutReferences: 0) }
        let model = try ScratchFile(beside: path)
        try migrate(model.path)
        let fresh = try SQLFile(model.path, .existing, timeout: lockTimeout)
        var problems = try ownProblems()
        let target = try SQLFile(path, .existing, timeout: lockTimeout)
        try refuseOthersStore(target)
        if problems.isEmpty { problems = try target.problems() }
        if problems.isEmpty {
            do {
                problems = try Self.missing(in: target, like: fresh)
            } catch ModelDataError.damaged(_, let detail) {
                problems = [detail]
            }
        }
        if problems.isEmpty {
            problems = try UnreadableValues(schema).problems(of: target)
        }
        if problems.isEmpty {
            try compact(target)
            return StoreRepair(tables: [], isHistoryDropped: false, cutReferences: 0)
        }
        let scratch = try ScratchFile(beside: path)
        let source = try SQLFile(scratch.path, .scratch, timeout: lockTimeout)
        if let size = try? target.number("PRAGMA page_size"), size > 0 {
            try source.execute("PRAGMA page_size = \(size)")
        }
        let replacement = try StoreReplacement(of: target, with: source, isDamaged: true)
        let kept = unusedName("damaged")
        var repair: StoreRepair
        do {
            try keepDamaged(as: kept)
            var recovery = StoreRecovery(try PageFile(kept), into: source, like: fresh, for: schema)
            repair = try recovery.run()
            let own = try fresh.texts(Migration.modelTables)
            if migrationPlan == nil, try Self.isOthers(repair.tables, source, own: own) {
                throw Self.foreign(path)
            }
            let left = try source.problems(limit: 1) + Self.missing(in: source, like: fresh)
            if let problem = left.first { throw ModelDataError.damaged(path: path, detail: problem) }
            try prepare(source, &repair)
            try StoreGeneration.renew(source)
        } catch {
            // The store is unchanged, so delete its copy. The next attempt may need the space.
            StoreCopy.remove(kept)
            throw error
        }
        do {
            try replacement.commit()
        } catch ModelDataError.diskFull(let path) {
            StoreCopy.remove(kept)
            throw ModelDataError.diskFull(path: path)
        }
        repair.problems = problems
        repair.keptAt = URL(fileURLWithPath: kept)
        return repair
    }

    /// Returns whether the saved tables belong to another program. While the store was damaged, this couldn't
    /// be checked. Without saved records, the recorded schema tells.
    private static func isOthers(
        _ tables: [StoreRepair.Table], _ store: SQLFile, own: [String]
    ) throws -> Bool {
        var names = tables.filter { $0.saved > 0 }.map(\.name)
        if names.isEmpty {
            names = try store.texts("SELECT value FROM _modeldata WHERE key = 'schema'")
                .flatMap(SchemaFingerprint.entityNames)
        }
        return !names.isEmpty && !names.contains { own.contains($0) }
    }

    /// Returns the file's problems that can be found without SQLite.
    private func ownProblems() throws -> [String] {
        if let damage = try fileDamage() { return [damage.description] }
        switch try StoreFile.inspect(path) {
        case .missing:
            throw ModelDataError.cannotOpen(
                path: path, code: SQLiteCode(code: 14, message: "the file is missing"))
        case .empty: return []
        case .database(let id, _):
            if id == StoreFile.applicationID { return [] }
            // Perhaps the file belongs to this program, and only its application ID is damaged.
            return [try applicationIDProblem(id)]
        }
    }

    /// Returns the missing parts of a store: its metadata, and the tables of its schema.
    private static func missing(in store: SQLFile, like fresh: SQLFile) throws
        -> [String]
    {
        let names = Set(try store.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        for name in ["_modeldata", "_schema", "_history", "_history_change"] where !names.contains(name) {
            return ["no such table: \(name)"]
        }
        for key in ["identifier", "format", "schema"]
        where try store.texts("SELECT value FROM _modeldata WHERE key = ?", .text(key)).isEmpty {
            return ["no \(key) in _modeldata"]
        }
        let schema = "SELECT value FROM _modeldata WHERE key = 'schema'"
        let recorded = "SELECT fingerprint FROM _schema ORDER BY _id DESC LIMIT 1"
        guard try store.texts(schema) == store.texts(recorded) else { return ["two schemas are recorded"] }
        guard let stored = try store.texts(schema).first, let own = try fresh.texts(schema).first,
            SchemaFingerprint.isSame(stored, as: own)
        else { return [] }
        return try missingColumns(in: store, like: fresh)
    }

    /// Returns messages about the columns that a new store has and this store lacks.
    static func missingColumns(in store: SQLFile, like fresh: SQLFile) throws
        -> [String]
    {
        let columns = """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table'
            """
        let present = Set(try store.texts(columns))
        return try fresh.texts(columns).filter { !present.contains($0) }.map { "no such column: \($0)" }
    }

    /// Returns unused space to the disk if a quarter of the file is unused and no process is writing.
    private func compact(_ store: SQLFile) throws {
        let pages = try store.number("PRAGMA page_count")
        guard try store.number("PRAGMA freelist_count") * 4 > pages else { return }
        do {
            try SQLFile(path, .existing, timeout: min(lockTimeout, 1)).execute("VACUUM")
        } catch ModelDataError.locked {
            // Ignore the lock: the unused space simply stays in the file.
        }
    }
}

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
    /// The method blocks its caller during the repair; it waits for a locked store for at most the maintainer's
    /// `lockTimeout`.
    ///
    /// - Returns: The problems, and the saved and lost records.
    /// - Throws: `ModelDataError` if the file isn't a store, is locked, or can't be read or written.
    public func repair() throws -> StoreRepair { try repair { _, _ in } }

    /// Saves the readable parts of a damaged store. The caller can adapt the saved parts before they replace
    /// the store's content.
    ///
    /// - Parameter prepare: Receives the saved content and the result, from which it may remove unreadable
    ///   values. It isn't called if there are no problems.
    /// - Returns: The problems, and the saved and lost records.
    /// - Throws: `ModelDataError`, or the error of `prepare`.
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
        let found = try problemsOfFile()
        let operation = try RepairOperation(self)
        let problems = try operation.problems(found)
        if problems.isEmpty {
            try operation.compact()
            return StoreRepair(tables: [], isHistoryDropped: false, cutReferences: 0)
        }
        var repair = try operation.run(preparing: prepare)
        repair.problems = problems
        return repair
    }

    /// Returns the file's problems that can be found without SQLite.
    private func problemsOfFile() throws -> [String] {
        if let damage = try fileDamage() { return [damage.description] }
        switch try StoreFile.inspect(path) {
        case .missing:
            throw StoreFile.missing(path)
        case .empty: return []
        case .database(let id, _):
            if id == StoreFile.applicationID { return [] }
            // Perhaps the file belongs to this program, and only its application ID is damaged.
            return [try applicationIDProblem(id)]
        }
    }
}

/// One repair of a store.
struct RepairOperation {
    let maintainer: StoreMaintainer
    /// A new store of the program.
    private let fresh: SQLFile
    private let freshFile: ScratchFile
    /// The store.
    private let target: SQLFile
    private var path: String { maintainer.path }

    /// Prepares a repair.
    ///
    /// - Throws: `ModelDataError` if the file belongs to another program or can't be opened.
    init(_ maintainer: StoreMaintainer) throws {
        self.maintainer = maintainer
        freshFile = try ScratchFile(beside: maintainer.path)
        try maintainer.migrate(freshFile.path)
        fresh = try SQLFile(freshFile.path, .existing, timeout: maintainer.lockTimeout)
        target = try SQLFile(maintainer.path, .existing, timeout: maintainer.lockTimeout)
        try maintainer.refuseOthersStore(target)
    }

    /// Returns the store's problems.
    ///
    /// - Parameter found: The problems that were found without SQLite.
    func problems(_ found: [String]) throws -> [String] {
        if !found.isEmpty { return found }
        var problems = try target.problems()
        if problems.isEmpty {
            do {
                problems = try Self.missing(in: target, like: fresh)
            } catch ModelDataError.damaged(_, let detail) {
                problems = [detail]
            }
        }
        return problems.isEmpty ? try UnreadableValues(maintainer.schema).problems(of: target) : problems
    }

    /// Saves the readable parts of the store, and replaces its content with them.
    ///
    /// - Parameter prepare: Adapts the saved content and the result.
    func run(
        preparing prepare: (SQLFile, inout StoreRepair) throws -> Void
    ) throws -> StoreRepair {
        let scratch = try ScratchFile(beside: path)
        let source = try SQLFile(scratch.path, .scratch, timeout: maintainer.lockTimeout)
        if let size = try? target.number("PRAGMA page_size"), size > 0 {
            try source.execute("PRAGMA page_size = \(size)")
        }
        let replacement = try StoreReplacement(of: target, with: source, isDamaged: true)
        let kept = maintainer.unusedName("damaged")
        var repair: StoreRepair
        do {
            try maintainer.keepDamaged(as: kept)
            repair = try save(kept, into: source)
            try prepare(source, &repair)
            try StoreGeneration.renew(source)
        } catch {
            // The store is unchanged, so delete its copy. The next attempt may need the space.
            StoreFile.remove(kept)
            throw error
        }
        do {
            try replacement.commit()
        } catch ModelDataError.diskFull(let path) {
            StoreFile.remove(kept)
            throw ModelDataError.diskFull(path: path)
        }
        repair.keptAt = URL(fileURLWithPath: kept)
        return repair
    }

    /// Saves the readable parts of a damaged file, and checks the result.
    private func save(_ damaged: String, into source: SQLFile) throws -> StoreRepair {
        var recovery = StoreRecovery(
            try PageFile(damaged), into: source, like: fresh, for: maintainer.schema)
        let repair = try recovery.run()
        if maintainer.migrationPlan == nil, try isOthers(repair.tables, source) {
            throw StoreFile.foreign(path)
        }
        let left = try source.problems(limit: 1) + Self.missing(in: source, like: fresh)
        if let problem = left.first { throw ModelDataError.damaged(path: path, detail: problem) }
        return repair
    }

    /// Returns whether the saved tables belong to another program. While the store was damaged, this couldn't
    /// be checked. Without saved records, the recorded schema tells.
    private func isOthers(_ tables: [StoreRepair.Table], _ store: SQLFile) throws -> Bool {
        var names = tables.filter { $0.saved > 0 }.map(\.name)
        if names.isEmpty {
            names = try store.texts("SELECT value FROM _modeldata WHERE key = 'schema'")
                .flatMap(SchemaFingerprint.entityNames)
        }
        return maintainer.schema.models.areForeign(to: names)
    }

    /// Returns the missing parts of a store: its metadata, and the tables of its schema.
    private static func missing(in store: SQLFile, like fresh: SQLFile) throws -> [String] {
        for name in ["_modeldata", "_schema", "_history", "_history_change"]
        where try !store.hasTable(name) {
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
            stored == own
        else { return [] }
        return try store.missingColumns(like: fresh)
    }

    /// Returns unused space to the disk if a quarter of the file is unused and no process is writing.
    func compact() throws {
        let pages = try target.number("PRAGMA page_count")
        guard try target.number("PRAGMA freelist_count") * 4 > pages else { return }
        do {
            try SQLFile(path, .existing, timeout: min(maintainer.lockTimeout, 1)).execute("VACUUM")
        } catch ModelDataError.locked {
            // Ignore the lock: the unused space simply stays in the file.
        }
    }
}

import Foundation

extension StoreCare {
    /// Saves what can be read of a damaged store, and keeps the damaged one under another name.
    ///
    ///     let repair = try care.repair()
    ///     print(repair.keptAt ?? "nothing was wrong")
    ///
    /// What is saved makes sense to SQLite, can be read as what its properties are, and every reference in it leads
    /// somewhere. A text with 500 bytes of zero one after the other, or 16 at one of its ends, counts as damaged. Others
    /// who have the store open see the repaired one from then on. Where nothing is wrong, the store stays as it is, but
    /// for space that it no longer needs, which the disk gets back.
    ///
    /// - Returns: what was wrong, saved and lost.
    /// - Throws: ``ModelDataError`` where the file is no store of ours, is locked, or can't be read or written.
    public func repair() throws -> StoreRepair { try repair { _, _ in } }

    /// Saves what can be read of a damaged store, and does something with that before it is in the store's place.
    ///
    /// - Parameter prepare: is given what was saved, and may take values off the list of those that couldn't be read; not
    ///   called where nothing is wrong.
    /// - Returns: what was wrong, saved and lost.
    package func repair(
        preparing prepare: (CareDoor, inout StoreRepair) throws -> Void
    ) throws -> StoreRepair {
        // Who just restores into an empty file is waited for.
        let state = try? StoreFile.inspect(path)
        if isPartlyRestored { throw ModelDataError.notAStore(path: path, reason: .notADatabase) }
        // What is empty becomes a store when it is opened.
        var isEmpty = isHalfRestored
        if case .empty? = state { isEmpty = true }
        if isEmpty { return StoreRepair(tables: [], isHistoryDropped: false, cutReferences: 0) }
        let model = try ScratchFile(beside: path)
        try migrate(model.path)
        let fresh = try CareConnection(model.path, .existing, timeout: lockTimeout)
        var problems = try ownProblems()
        let target = try CareConnection(path, .existing, timeout: lockTimeout)
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
        let source = try CareConnection(scratch.path, .scratch, timeout: lockTimeout)
        if let size = try? target.number("PRAGMA page_size"), size > 0 {
            try source.execute("PRAGMA page_size = \(size)")
        }
        let replacement = try StoreReplacement(of: target, with: source, isDamaged: true)
        let kept = freeName("damaged")
        var repair: StoreRepair
        do {
            try keepDamaged(as: kept)
            var recovery = StoreRecovery(try PageFile(kept), into: source, like: fresh, for: schema)
            repair = try recovery.run()
            if migrationPlan == nil, Self.isOthers(repair.tables, own: try fresh.texts(Migration.modelTables))
            {
                throw Self.foreign(path)
            }
            let left = try source.problems(limit: 1) + Self.missing(in: source, like: fresh)
            if let problem = left.first { throw ModelDataError.damaged(path: path, detail: problem) }
            try prepare(CareDoor(source), &repair)
            try StoreContent.renew(source)
        } catch {
            // The store is as it was. Its copy would take the space that the next try may need.
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

    /// Whether what was saved is another program's, whose store was too damaged to be asked.
    private static func isOthers(_ tables: [StoreRepair.Table], own: [String]) -> Bool {
        let saved = tables.filter { $0.saved > 0 }
        return !saved.isEmpty && !saved.contains { own.contains($0.name) }
    }

    /// What is wrong with the file before SQLite looks at it.
    private func ownProblems() throws -> [String] {
        if let damage = try fileDamage() { return [damage.description] }
        switch try StoreFile.inspect(path) {
        case .missing:
            throw ModelDataError.cannotOpen(
                path: path, code: SQLiteCode(code: 14, message: "the file is missing"))
        case .empty: return []
        case .database(let id, _):
            if id == StoreFile.applicationID { return [] }
            // The damage may be there of all places.
            return [try ownsDespite(id)]
        }
    }

    /// What a store of ours must have and this one hasn't: what it says of itself, and the tables of its schema.
    private static func missing(in store: CareConnection, like fresh: CareConnection) throws -> [String] {
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

    /// What of the tables of a new store one hasn't.
    static func missingColumns(in store: CareConnection, like fresh: CareConnection) throws -> [String] {
        let columns = """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table'
            """
        let present = Set(try store.texts(columns))
        return try fresh.texts(columns).filter { !present.contains($0) }.map { "no such column: \($0)" }
    }

    /// Gives space back to the disk, where a quarter of the file is empty and nobody writes to it just then.
    private func compact(_ store: CareConnection) throws {
        let pages = try store.number("PRAGMA page_count")
        guard try store.number("PRAGMA freelist_count") * 4 > pages else { return }
        do {
            try CareConnection(path, .existing, timeout: min(lockTimeout, 1)).execute("VACUUM")
        } catch ModelDataError.locked {
            // Nothing is lost but the space.
        }
    }
}

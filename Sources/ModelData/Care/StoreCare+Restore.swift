import Foundation

extension StoreCare {
    /// Puts a copy of the store in its place, and keeps what was there.
    ///
    ///     let kept = try care.restore(from: URL(fileURLWithPath: "/media/usb/books.store"))
    ///
    /// The copy is checked before anything is touched: whose it is, whether it is whole, and whether it can be brought to
    /// the schema. Then its content replaces the store's in one transaction, so that others who have the store open see
    /// what was there before, or all that is there now. The file that is restored stays as it is.
    ///
    /// - Parameter url: the copy.
    /// - Returns: where what was in the store is kept, which is its log alone where the store was missing or empty; nil
    ///   where there was nothing.
    /// - Throws: ``ModelDataError``: what opening the copy would throw, or what writing to the store can throw.
    @discardableResult
    public func restore(from url: URL) throws -> URL? { try restore(from: url) { _, _ in } }

    /// Makes sure that a file is a copy that can be put in the store's place, and changes nothing.
    ///
    ///     try care.checkCopy(at: URL(fileURLWithPath: "/media/usb/books.store"))
    ///
    /// - Parameter url: the copy.
    /// - Throws: ``ModelDataError``: what ``restore(from:)`` would throw of the copy.
    public func checkCopy(at url: URL) throws { _ = try checkedCopy(of: url.path) }

    /// Puts a copy of the store in its place, after something was done with the copy.
    ///
    /// - Parameters:
    ///   - url: the copy.
    ///   - prepare: is given the copy, before it is in its place, and the store that it replaces, where that can be read.
    /// - Returns: where what was in the store is kept; nil where there was nothing.
    @discardableResult
    package func restore(
        from url: URL, preparing prepare: (_ copy: CareDoor, _ replaced: CareDoor?) throws -> Void
    ) throws -> URL? {
        let (scratch, content) = try checkedCopy(of: url.path)
        var replaced: CareConnection?
        if isOwnDatabase {
            do {
                replaced = try CareConnection(path, .existing, timeout: lockTimeout)
            } catch let error as ModelDataError where !error.isOfSystem {
                // It is too damaged to be asked anything.
            }
        }
        do {
            let copy = try CareConnection(scratch.path, .existing, timeout: lockTimeout)
            try prepare(CareDoor(copy), replaced.map(CareDoor.init))
            try StoreContent.renew(copy)
            try StoreOrigin.note(url.path, content, in: copy)
        }
        replaced = nil
        let folder = ExternalFile.folder(of: scratch.path)
        let names = try ExternalFile.referenced { sql in
            try CareConnection(scratch.path, .reading, timeout: lockTimeout).rows(sql)
        }
        for name in names { try ExternalFile.share(name, from: folder, in: ExternalFile.folder(of: path)) }
        return try putInPlace(scratch, from: url.path)
    }

    /// Gives a copy that is ready the store's place.
    ///
    /// - Parameters:
    ///   - scratch: the copy.
    ///   - source: the file that it was made of.
    /// - Returns: where what was in the store is kept; nil where there was nothing.
    private func putInPlace(_ scratch: ScratchFile, from source: String) throws -> URL? {
        var isDamaged = false
        // What was set aside by a restoring that was broken off.
        let parted = StoreLog.parted(from: path)
        do {
            let state: StoreFile.State = try isHalfRestored ? .empty : StoreFile.inspect(path)
            switch state {
            case .missing:
                try StoreFile.createDirectory((path as NSString).deletingLastPathComponent)
                do {
                    let log = try StoreLog.makeWayForMissing(at: path, keepingAs: freeName("damaged")) {
                        try scratch.move(to: path, replacing: false)
                    }
                    return Self.kept(parted + (log.map { [$0] } ?? []))
                } catch ModelDataError.alreadyExists {
                    // Another process has made a store there meanwhile.
                    return try putInPlace(scratch, from: source)
                }
            case .empty:
                StoreFile.makePrivate(path)
                // Beside an empty file, SQLite deletes the log, and a whole one that it takes back may be somebody's.
                let hasLog = StoreLog.hasPages(path)
                // What is whole can be restored from where it is kept.
                let isWhole = wholeTakenBackBy != nil
                let kept = hasLog || isWhole ? freeName(hasLog ? "damaged" : "before-restore") : nil
                if let kept { try keepDamaged(as: kept) }
                try replace(with: scratch, isDamaged: true) {}
                // The log of the store itself is worth more than what a restoring that was broken off has left.
                return Self.kept((kept.map { [hasLog ? "\($0)-wal" : $0] } ?? []) + parted)
            case .database(let id, _):
                if id != StoreFile.applicationID, try !isEmptyDatabase(id) {
                    // The damage may be there of all places. Whose store it is, is for its tables to say.
                    _ = try ownsDespite(id)
                    isDamaged = true
                }
            }
        } catch ModelDataError.notAStore(_, let reason) where reason.isDamage {
            isDamaged = true
        }
        if !isDamaged {
            let live = try CareConnection(path, .existing, timeout: lockTimeout)
            isDamaged = try !live.problems(limit: 1, references: false).isEmpty
            // Else SQLite would keep those out who copy what is there.
            if !isDamaged { _ = try live.rows("PRAGMA journal_mode = WAL") }
        }
        var kept = ""
        do {
            try replace(with: scratch, isDamaged: isDamaged) {
                // Others who restore have taken their names before.
                kept = freeName(isDamaged ? "damaged" : "before-restore")
                if isDamaged {
                    try keepDamaged(as: kept)
                } else {
                    try StoreBackup.write(
                        of: path, to: kept, replacing: false, isLocked: true, timeout: lockTimeout)
                }
            }
        } catch ModelDataError.diskFull(let path) {
            // The store is as it was. Its copy would take the space that the next try needs.
            if !kept.isEmpty { StoreCopy.remove(kept) }
            throw ModelDataError.diskFull(path: path)
        }
        if !isDamaged { StoreCopy.prune(of: path, keeping: kept, restoring: source) }
        _ = Self.kept(parted)
        return URL(fileURLWithPath: kept)
    }

    /// Whether the file is a store that SQLite may be able to read, be its application id damaged or not.
    private var isOwnDatabase: Bool {
        // What a restoring left half done is empty for SQLite, which opening it would make of it at once.
        guard !isHalfRestored, case .database(let id, _)? = try? StoreFile.inspect(path) else { return false }
        return id == StoreFile.applicationID || ownsDespite(applicationID: id)
    }

    /// Whether the file is a database without anything in it, which is nobody's.
    private func isEmptyDatabase(_ id: Int32) throws -> Bool {
        guard id == 0 else { return false }
        do {
            let store = try CareConnection(path, .existing, timeout: lockTimeout)
            return try store.number("SELECT count(*) FROM sqlite_schema") == 0
        } catch let error as ModelDataError where !error.isOfSystem {
            // What can't be read isn't empty.
            return false
        }
    }

    /// Where the latest of some logs is, in whose store's place something is now; nil where there are none.
    private static func kept(_ logs: [String]) -> URL? {
        for log in logs where log.hasSuffix("-wal") {
            StoreLog.removeMark(String(log.dropLast("-wal".count)))
        }
        return logs.last.map { URL(fileURLWithPath: $0) }
    }

    /// Replaces the store's content, after something was done while nobody can write to it.
    private func replace(with scratch: ScratchFile, isDamaged: Bool, _ keep: () throws -> Void) throws {
        let target = try CareConnection(path, .existing, timeout: lockTimeout)
        if isDamaged { try refuseOthersStore(target) }
        let source = try CareConnection(scratch.path, .existing, timeout: lockTimeout)
        try matchPages(of: source, to: target)
        let replacement = try StoreReplacement(of: target, with: source, isDamaged: isDamaged)
        try keep()
        try replacement.commit()
    }

    /// Gives the source pages of the size that the target has, which a store with a write-ahead log can't change.
    private func matchPages(of source: CareConnection, to target: CareConnection) throws {
        guard let size = try? target.number("PRAGMA page_size"), size > 0 else { return }
        if try source.number("PRAGMA page_size") == size { return }
        _ = try source.rows("PRAGMA journal_mode = DELETE")
        try source.execute("PRAGMA page_size = \(size); VACUUM")
    }

    /// Copies a file that says of itself that it has no log, beside which one lies all the same: it is of another store,
    /// which had the name before, and SQLite would write what is in it over the file.
    private func copyAlone(_ source: String, into scratch: ScratchFile) throws {
        let alone = try ScratchFile(beside: path)
        try alone.copy(source)
        do {
            try StoreBackup.copy(
                alone.path, with: ExternalFile.folder(of: StoreFile.followingLinks(source)),
                into: scratch.path,
                named: scratch.path, timeout: lockTimeout)
        } catch let error as ModelDataError {
            throw error.naming(source, insteadOf: alone.path)
        }
    }

    /// A copy that has been checked, and brought to the schema, and what is in the file itself.
    private func checkedCopy(of source: String) throws -> (copy: ScratchFile, content: String) {
        if StoreBackup.isSame(source, path) { throw ModelDataError.alreadyExists(path: source) }
        if !isHalfRestored, case .database(StoreFile.applicationID, _)? = try? StoreFile.inspect(path) {
            try refuseOthersStore()
        }
        var hasLog = true
        switch try StoreFile.inspect(source) {
        case .missing:
            throw ModelDataError.cannotOpen(
                path: source, code: SQLiteCode(code: 14, message: "the file is missing"))
        case .empty: throw ModelDataError.notAStore(path: source, reason: .notADatabase)
        case .database(let id, let isWAL):
            guard id == StoreFile.applicationID else {
                throw ModelDataError.notAStore(path: source, reason: .foreignDatabase(applicationID: id))
            }
            hasLog = isWAL
        }
        let scratch = try ScratchFile(beside: path)
        let real = StoreFile.followingLinks(source)
        let isTakenBack = StoreLog.isTakenBackWhole(real) && !StoreLog.isBeingWritten(real)
        // Of what a restoring there has left half done, SQLite would leave nothing.
        if isTakenBack, !StoreFile.isWhole(real) {
            throw ModelDataError.notAStore(path: source, reason: .notADatabase)
        }
        // Whose the journal is that doesn't belong beside a log, the person has to know.
        if isTakenBack, hasLog, StoreLog.hasPages(real) {
            throw ModelDataError.notAStore(path: source, reason: .othersLog(path: real + "-journal"))
        }
        if isTakenBack || (!hasLog && StoreLog.hasPages(real)) {
            try copyAlone(source, into: scratch)
        } else {
            try StoreBackup.copy(source, into: scratch.path, named: scratch.path, timeout: lockTimeout)
        }
        guard try !isOthers(CareConnection(scratch.path, .reading, timeout: lockTimeout)) else {
            throw Self.foreign(source)
        }
        let content = try? StoreContent.fingerprint(
            of: CareConnection(scratch.path, .reading, timeout: lockTimeout))
        do {
            try migrate(scratch.path)
        } catch let error as ModelDataError {
            throw error.naming(source, insteadOf: scratch.path)
        }
        let copy = try CareConnection(scratch.path, .existing, timeout: lockTimeout)
        if let problem = try copy.problems(limit: 1).first {
            throw ModelDataError.damaged(path: source, detail: problem)
        }
        // What doesn't say what is in it is never taken for what was.
        return (scratch, content ?? "")
    }

    /// Refuses to replace the store of another program, as far as it says whose it is.
    ///
    /// - Parameter store: a connection to the store; one is opened where it isn't given.
    func refuseOthersStore(_ store: CareConnection? = nil) throws {
        // A plan knows the earlier schemas, which may have had other models.
        guard migrationPlan == nil else { return }
        do {
            let store = try store ?? CareConnection(path, .existing, timeout: lockTimeout)
            if try !isOthers(store) { return }
        } catch let error as ModelDataError {
            if case .locked = error { throw error }
            // What can't be read doesn't say whose it is.
            return
        }
        throw Self.foreign(path)
    }

    /// Whether a store keeps none of our models: it is another program's then, whose id is the same.
    private func isOthers(_ store: CareConnection) throws -> Bool {
        let names = Set(try store.texts(Migration.modelTables))
        return !names.isEmpty && !schema.entities.contains { names.contains($0.name) }
    }

    static func foreign(_ path: String) -> ModelDataError {
        .notAStore(path: path, reason: .foreignDatabase(applicationID: StoreFile.applicationID))
    }

    /// Copies the store's file and its log as they are, as far as they can be read.
    func keepDamaged(as name: String) throws {
        var unreadable: [Range<Int>] = []
        for ending in ["-wal", ""] {
            var info = stat()
            guard stat(path + ending, &info) == 0, ending.isEmpty || info.st_size > 0 else { continue }
            let copy = try ScratchFile(beside: name + ending)
            unreadable = try copy.copyReadable(path + ending)
            try copy.move(to: name + ending, replacing: false)
        }
        // SQLite reads each page before it writes it. What can't be read is in no copy, and the disk gives another place
        // to what is written there.
        try StoreFile.blank(unreadable, in: path)
        let folder = ExternalFile.folder(of: path)
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try ExternalFile.share(file, from: folder, in: ExternalFile.folder(of: name))
        }
    }
}

extension ModelDataError {
    /// The same error about the file that the person named, where it is about a copy of it.
    fileprivate func naming(_ path: String, insteadOf copy: String) -> ModelDataError {
        switch self {
        case .notAStore(copy, let reason): .notAStore(path: path, reason: reason)
        case .damaged(copy, let detail): .damaged(path: path, detail: detail)
        case .storeIsNewer(copy, let stored, let own):
            .storeIsNewer(path: path, storeVersion: stored, ownVersion: own)
        case .cannotMigrate(copy, let model, let property, let reason):
            .cannotMigrate(path: path, model: model, property: property, reason: reason)
        case .unknownSchemaVersion(copy, let version, let plan):
            .unknownSchemaVersion(path: path, storeVersion: version, plan: plan)
        case .missingStage(copy, let from, let to):
            .missingStage(path: path, fromVersion: from, toVersion: to)
        case .stageFailed(copy, let from, let to, let reason):
            .stageFailed(path: path, fromVersion: from, toVersion: to, reason: reason)
        default: self
        }
    }
}

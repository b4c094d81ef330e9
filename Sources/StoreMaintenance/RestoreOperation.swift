import Basics
import Foundation
import ModelData

extension StoreMaintainer {
    /// Replaces the store's content with the content of a copy, and keeps the previous content in another
    /// file.
    ///
    /// ```swift
    /// let kept = try maintainer.restore(from: URL(fileURLWithPath: "/media/usb/books.store"))
    /// ```
    ///
    /// The copy is checked first: whether it is a store of this program, is complete, and can be migrated to
    /// the schema. Then its content replaces the store's content in one transaction. Other processes with the
    /// store open see either the old or the new content. The restored file stays unchanged.
    ///
    /// The method blocks its caller during the restore; it waits for a locked store for at most the
    /// maintainer's `lockTimeout`.
    ///
    /// - Parameter url: The copy.
    /// - Returns: The file with the previous content. If the store was missing or empty, this is a log that
    ///   was beside it. Nil if there was no previous content.
    /// - Throws: `ModelDataError` if the copy can't be opened or the store can't be written.
    @discardableResult
    public func restore(from url: URL) throws -> URL? { try restore(from: url) { _, _ in } }

    /// Checks that a file can be restored. Changes nothing.
    ///
    /// - Parameter url: The copy.
    /// - Throws: `ModelDataError`: the errors of ``restore(from:)`` that concern the copy.
    public func checkCopy(at url: URL) throws { _ = try checkedCopy(of: url.path) }

    /// Replaces the store's content with a copy that the caller can adapt first.
    ///
    /// - Parameters:
    ///   - url: The copy.
    ///   - prepare: Receives the copy before it replaces the store, and the previous store if that can be
    ///     read.
    /// - Returns: The file with the previous content, or nil without previous content.
    /// - Throws: `ModelDataError`, or the error of `prepare`.
    @discardableResult
    package func restore(
        from url: URL,
        preparing prepare: (_ copy: SQLFile, _ replaced: SQLFile?) throws -> Void
    ) throws -> URL? {
        let (scratch, content) = try checkedCopy(of: url.path)
        var replaced: SQLFile?
        if isOwnDatabase {
            do {
                replaced = try SQLFile(path, .existing, timeout: lockTimeout)
            } catch let error as ModelDataError where !error.isOfSystem {
                // Continue without the previous store: it is too damaged to be read.
            }
        }
        do {
            let copy = try SQLFile(scratch.path, .existing, timeout: lockTimeout)
            try prepare(copy, replaced)
            try StoreGeneration.renew(copy)
            try StoreOrigin.note(url.path, content, in: copy)
        }
        replaced = nil
        let folder = ExternalFile.folder(of: scratch.path)
        let names = try ExternalFile.referencedNames(
            in: SQLFile(scratch.path, .reading, timeout: lockTimeout))
        for name in names {
            try ExternalFile.linkOrCopy(name, from: folder, in: ExternalFile.folder(of: path))
        }
        return try RestoreOperation(of: scratch, from: url.path, for: self).run()
    }

    /// Whether the file is a store that SQLite may be able to read, even if its application ID is damaged.
    private var isOwnDatabase: Bool {
        // SQLite would roll back an interrupted restore into an empty file as soon as it opens the file.
        guard !hasInterruptedRestore, case .database(let id, _)? = try? StoreFile.inspect(path) else {
            return false
        }
        return id == StoreFile.applicationID || isOwnStore(applicationID: id)
    }

    /// Copies a file without the log beside it, because the file's header declares that it has no log. The
    /// log belongs to an earlier store, and SQLite would write it over the file.
    private func copyAlone(_ source: String, into scratch: ScratchFile) throws {
        let alone = try ScratchFile(beside: path)
        try alone.copy(source)
        do {
            try StoreBackup.copy(
                alone.path, with: ExternalFile.folder(of: SymbolicLink.target(of: source)),
                into: scratch.path,
                named: scratch.path, timeout: lockTimeout)
        } catch let error as ModelDataError {
            throw error.naming(source, insteadOf: alone.path)
        }
    }

    /// Returns a checked and migrated copy of a file, and the fingerprint of the file's content.
    private func checkedCopy(of source: String) throws -> (copy: ScratchFile, content: String) {
        if StoreFile.isSame(source, path) { throw ModelDataError.alreadyExists(path: source) }
        if !hasInterruptedRestore, case .database(StoreFile.applicationID, _)? = try? StoreFile.inspect(path)
        {
            try refuseOthersStore()
        }
        var hasLog = true
        switch try StoreFile.inspect(source) {
        case .missing:
            throw StoreFile.missing(source)
        case .empty: throw ModelDataError.notAStore(path: source, reason: .notADatabase)
        case .database(let id, let isWAL):
            guard id == StoreFile.applicationID else {
                throw StoreFile.foreign(source, applicationID: id)
            }
            hasLog = isWAL
        }
        let scratch = try ScratchFile(beside: path)
        let real = SymbolicLink.target(of: source)
        let isTakenBack = StoreLog.isRolledBackToEmpty(real) && !StoreLog.isBeingWritten(real)
        // An interrupted restore left this file incomplete, and SQLite would roll it back to empty.
        if isTakenBack, !StoreFile.isComplete(real) {
            throw ModelDataError.notAStore(path: source, reason: .notADatabase)
        }
        // A journal and a log beside the same file contradict each other, so the user must decide.
        if isTakenBack, hasLog, StoreLog.hasPages(real) {
            throw ModelDataError.notAStore(path: source, reason: .orphanedLog(path: real + "-journal"))
        }
        if isTakenBack || (!hasLog && StoreLog.hasPages(real)) {
            try copyAlone(source, into: scratch)
        } else {
            try StoreBackup.copy(source, into: scratch.path, named: scratch.path, timeout: lockTimeout)
        }
        guard try !isOthers(SQLFile(scratch.path, .reading, timeout: lockTimeout)) else {
            throw StoreFile.foreign(source)
        }
        let content = try? StoreOrigin.fingerprint(
            of: SQLFile(scratch.path, .reading, timeout: lockTimeout))
        do {
            try migrate(scratch.path)
        } catch let error as ModelDataError {
            throw error.naming(source, insteadOf: scratch.path)
        }
        let copy = try SQLFile(scratch.path, .existing, timeout: lockTimeout)
        if let problem = try copy.problems(limit: 1).first {
            throw ModelDataError.damaged(path: source, detail: problem)
        }
        // An empty text never equals the fingerprint of another file.
        return (scratch, content ?? "")
    }

    /// Refuses to replace the store of another program, if the store can be identified.
    ///
    /// - Parameter store: A connection to the store. Default: nil, which opens one.
    /// - Throws: `ModelDataError`, if the store is another program's or is locked.
    func refuseOthersStore(_ store: SQLFile? = nil) throws {
        // Skip this check if there is a migration plan, because earlier schemas may have had other models.
        guard migrationPlan == nil else { return }
        do {
            let store = try store ?? SQLFile(path, .existing, timeout: lockTimeout)
            if try !isOthers(store) { return }
        } catch let error as ModelDataError {
            if case .locked = error { throw error }
            // An unreadable store can't be identified, so allow replacing it.
            return
        }
        throw StoreFile.foreign(path)
    }

    /// Returns whether a store has tables of models, but none of this schema's models. Then it belongs to
    /// another program that uses this library.
    private func isOthers(_ store: SQLFile) throws -> Bool {
        try schema.models.areForeign(to: store.texts(Migration.modelTables))
    }

    /// Copies the readable parts of the store's file and log, and the files of its large values.
    func keepDamaged(as name: String) throws {
        var unreadable: [Range<Int>] = []
        for ending in ["-wal", ""] {
            guard let status = FileStatus(path + ending), ending.isEmpty || status.size > 0 else { continue }
            let copy = try ScratchFile(beside: name + ending)
            unreadable = try copy.copyReadable(path + ending)
            try copy.move(to: name + ending, replacing: false)
        }
        // SQLite reads each page before it writes it, so overwrite the unreadable places. The disk then
        // reassigns them. No copy could contain their content.
        try ScratchFile.overwrite(unreadable, of: path)
        let folder = ExternalFile.folder(of: path)
        for file in Directory.names(in: folder, startingWith: "") {
            try ExternalFile.linkOrCopy(file, from: folder, in: ExternalFile.folder(of: name))
        }
    }
}

extension ModelDataError {
    /// Returns the same error with the path that the user gave instead of the path of a temporary copy.
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

/// The last step of a restore: replaces a store by a prepared copy.
struct RestoreOperation {
    private let maintainer: StoreMaintainer
    private let copy: ScratchFile
    private let source: String
    /// The logs of the missing store that an interrupted restore quarantined.
    private let quarantinedLogs: [String]
    private var path: String { maintainer.path }

    /// - Parameters:
    ///   - copy: The prepared copy.
    ///   - source: The file from which the copy was made.
    ///   - maintainer: The maintainer of the store.
    init(of copy: ScratchFile, from source: String, for maintainer: StoreMaintainer) {
        (self.maintainer, self.copy, self.source) = (maintainer, copy, source)
        quarantinedLogs = StoreLog.quarantinedLogs(from: maintainer.path)
    }

    /// Replaces the store.
    ///
    /// - Returns: The file with the previous content, or nil without previous content.
    func run() throws -> URL? {
        var isDamaged = false
        do {
            switch try maintainer.hasInterruptedRestore ? .empty : StoreFile.inspect(path) {
            case .missing: return try createStore()
            case .empty: return try fillStore()
            case .database(let id, _):
                if id != StoreFile.applicationID, try !isEmptyDatabase(id) {
                    // Perhaps only the application ID is damaged. The pages show whether the file is a store.
                    _ = try maintainer.applicationIDProblem(id)
                    isDamaged = true
                }
            }
        } catch ModelDataError.notAStore(_, let reason) where reason.isDamage {
            isDamaged = true
        }
        if !isDamaged {
            let live = try SQLFile(path, .existing, timeout: maintainer.lockTimeout)
            isDamaged = try !live.problems(limit: 1, references: false).isEmpty
            // If the store isn't in WAL mode, SQLite would block processes that copy the store at the same
            // time.
            if !isDamaged { _ = try live.rows("PRAGMA journal_mode = WAL") }
        }
        return try replaceContent(isDamaged: isDamaged)
    }

    /// Moves the copy to the path of a missing store.
    private func createStore() throws -> URL? {
        try StoreFile.createDirectory((path as NSString).deletingLastPathComponent)
        do {
            let log = try StoreLog.quarantineLogOfMissingStore(
                at: path, keepingAs: maintainer.unusedName("damaged")
            ) {
                try copy.move(to: path, replacing: false)
            }
            return removePlaceholders(quarantinedLogs + (log.map { [$0] } ?? []))
        } catch ModelDataError.alreadyExists {
            // Another process has created a store here meanwhile, so start again.
            return try RestoreOperation(of: copy, from: source, for: maintainer).run()
        }
    }

    /// Copies into an empty file.
    private func fillStore() throws -> URL? {
        StoreFile.makePrivate(path)
        // Keep the log, because SQLite deletes a log beside an empty file. Also keep a complete file that
        // SQLite would roll back to empty, because it may still be needed.
        let hasLog = StoreLog.hasPages(path)
        // The journal of an interrupted restore can be beside a complete file. If the file is copied without
        // the journal, SQLite doesn't roll the copy back.
        let isWhole = maintainer.hotJournalOfCompleteFile != nil
        let kept =
            hasLog || isWhole ? maintainer.unusedName(hasLog ? "damaged" : "before-restore") : nil
        if let kept { try maintainer.keepDamaged(as: kept) }
        try replace(isDamaged: true) {}
        // If there is a quarantined log, return it: the log of the original store is more important than the
        // remains of an interrupted restore.
        return removePlaceholders((kept.map { [hasLog ? "\($0)-wal" : $0] } ?? []) + quarantinedLogs)
    }

    /// Replaces the content of a store, and keeps the previous content.
    private func replaceContent(isDamaged: Bool) throws -> URL? {
        var kept = ""
        do {
            try replace(isDamaged: isDamaged) {
                // Choose the name now, because other restores may have taken names meanwhile.
                kept = maintainer.unusedName(isDamaged ? "damaged" : "before-restore")
                if isDamaged {
                    try maintainer.keepDamaged(as: kept)
                } else {
                    try StoreBackup.write(
                        of: path, to: kept, replacing: false, isLocked: true,
                        timeout: maintainer.lockTimeout)
                }
            }
        } catch ModelDataError.diskFull(let path) {
            // The store is unchanged, so delete its copy. The next attempt needs the space.
            if !kept.isEmpty { StoreFile.remove(kept) }
            throw ModelDataError.diskFull(path: path)
        }
        if !isDamaged {
            StoreCopy.prune(of: path, keeping: kept, restoring: source) { copies, restored in
                var redundant = RedundantCopies(among: copies, keeping: restored)
                return { redundant.contains($0) }
            }
        }
        _ = removePlaceholders(quarantinedLogs)
        return URL(fileURLWithPath: kept)
    }

    /// Returns whether the file is a database without tables.
    private func isEmptyDatabase(_ id: Int32) throws -> Bool {
        guard id == 0 else { return false }
        do {
            let store = try SQLFile(path, .existing, timeout: maintainer.lockTimeout)
            return try store.number("SELECT count(*) FROM sqlite_schema") == 0
        } catch let error as ModelDataError where !error.isOfSystem {
            // An unreadable file doesn't count as empty.
            return false
        }
    }

    /// Deletes the placeholders of quarantined logs, because the store exists again. Returns the latest log,
    /// or nil.
    private func removePlaceholders(_ logs: [String]) -> URL? {
        for log in logs where log.hasSuffix("-wal") {
            StoreLog.removePlaceholder(String(log.dropLast("-wal".count)))
        }
        return logs.last.map { URL(fileURLWithPath: $0) }
    }

    /// Replaces the store's content. Calls `keep` first, when no other process can write any more.
    private func replace(isDamaged: Bool, _ keep: () throws -> Void) throws {
        let target = try SQLFile(path, .existing, timeout: maintainer.lockTimeout)
        if isDamaged { try maintainer.refuseOthersStore(target) }
        let content = try SQLFile(copy.path, .existing, timeout: maintainer.lockTimeout)
        try matchPages(of: content, to: target)
        let replacement = try StoreReplacement(of: target, with: content, isDamaged: isDamaged)
        try keep()
        try replacement.commit()
    }

    /// Gives the copy the page size of the store, because a store in WAL mode can't change its page size.
    private func matchPages(of content: SQLFile, to target: SQLFile) throws {
        guard let size = try? target.number("PRAGMA page_size"), size > 0 else { return }
        if try content.number("PRAGMA page_size") == size { return }
        _ = try content.rows("PRAGMA journal_mode = DELETE")
        try content.execute("PRAGMA page_size = \(size); VACUUM")
    }
}

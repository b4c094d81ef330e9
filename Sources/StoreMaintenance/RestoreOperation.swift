import Foundation
import ModelData

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

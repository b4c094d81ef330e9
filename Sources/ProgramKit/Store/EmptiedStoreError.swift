import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance

/// The error of a store whose file is empty or missing, although files beside it show that it held data.
///
/// An empty file without such files is used as a new store: an interrupted first start leaves such a file,
/// and `mktemp` creates one. If there are such files, opening the store would hide the loss of data, and
/// SQLite would delete the log.
struct EmptiedStoreError: PresentableError {
    let path: String
    private let isMissing: Bool
    /// The log with the latest saves; `nil` if there is none.
    private let log: String?
    /// The hot journal (left by an interrupted save) whose rollback would empty the store's file. It is `nil`
    /// if there is no such journal, or if the store's file is empty or incomplete.
    private let journal: String?
    /// Whether a restore into the file was interrupted.
    private let isInterruptedRestoreIncomplete: Bool
    /// Whether an interrupted restore had already moved the log to another name.
    private let isLogQuarantined: Bool

    /// Makes the error; `nil` if the file has content, or if no sign shows that it ever had content.
    init?(_ location: StoreLocation) {
        guard case .file(let path) = location else { return nil }
        var status = stat()
        let isMissing = stat(path, &status) != 0
        guard isMissing ? errno == ENOENT : status.st_mode & S_IFMT == S_IFREG else { return nil }
        let maintainer = StoreMaintainer(url: URL(fileURLWithPath: path), for: Schema([]))
        guard isMissing || status.st_size == 0 || maintainer.hasInterruptedRestore else { return nil }
        let log = maintainer.log
        // If the file is missing, the existence of automatic copies isn't such a sign. The user may have
        // moved the store without them.
        let journal = isMissing ? nil : maintainer.hotJournalOfCompleteFile
        isInterruptedRestoreIncomplete = maintainer.isInterruptedRestoreIncomplete
        guard
            log != nil || journal != nil || isInterruptedRestoreIncomplete
                || (!isMissing && !maintainer.copies().isEmpty)
        else { return nil }
        (self.path, self.isMissing, self.log, self.journal) = (path, isMissing, log, journal)
        isLogQuarantined = maintainer.isLogQuarantined
    }

    var problem: LocalizedText {
        if journal != nil || isInterruptedRestoreIncomplete {
            return text("A “restore” into “%@” was interrupted.", path)
        }
        return isMissing
            ? text("The store “%@” is missing, but its log still exists.", path)
            : text("The store “%@” was emptied: the file contains nothing.", path)
    }
    var remedy: LocalizedText? {
        switch (journal, log) {
        case (let journal?, let log?):
            return text(
                "Run “restore” again. The data saved last is in “%1$@”. If you put the file there yourself after that, move “%2$@” away instead.",
                log, journal)
        case (let journal?, nil):
            return text(
                "Run “restore” again. If you put the file there yourself after that, move “%@” away instead.",
                journal)
        default: break
        }
        guard let log else {
            return text(
                "Restore a backup with “restore”, or move the file away to start with a new store.")
        }
        if isMissing, isLogQuarantined {
            return text(
                "An interrupted “restore” kept the log as “%@”: run “restore” again. To start with a new store, move that file away.",
                log)
        }
        return isMissing
            ? text(
                "Put the file back, or restore a backup with “restore”. To start with a new store, move “%@” away.",
                log)
            : text(
                "Restore a backup with “restore”. To start with a new store, move the file and “%@” away.",
                log)
    }
    var failure: FailureKind { .badData }
}

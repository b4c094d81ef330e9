import Foundation
import Localization
import ModelData
import Shell

/// A store's file is empty or missing, but what lies beside it says that there was something in it.
///
/// An empty file alone becomes a store: a first start that was interrupted leaves one, and so does `mktemp`. Where it was
/// a store before, that would hide that everything is gone, and SQLite would delete the log that belongs to it.
struct EmptiedStore: PresentableError {
    let path: String
    private let isMissing: Bool
    /// The log with what was saved last; `nil` where there is none.
    private let log: String?
    /// The journal by which SQLite would empty the file; `nil` where it is empty, or half written, already.
    private let journal: String?
    /// Whether a restoring into the file was broken off in the midst.
    private let isPartlyRestored: Bool
    /// Whether the log got another name, for a backup that was never put in the store's place.
    private let isLogParted: Bool

    /// The error; `nil` where there is something in the file, or never was anything as far as one can tell.
    init?(_ location: StoreLocation) {
        guard case .file(let path) = location else { return nil }
        var status = stat()
        let isMissing = stat(path, &status) != 0
        guard isMissing ? errno == ENOENT : status.st_mode & S_IFMT == S_IFREG else { return nil }
        let care = StoreCare(url: URL(fileURLWithPath: path), for: Schema([]))
        guard isMissing || status.st_size == 0 || care.isHalfRestored else { return nil }
        let log = care.log
        // Who moves a store away need not move its copies.
        let journal = isMissing ? nil : care.wholeTakenBackBy
        isPartlyRestored = care.isPartlyRestored
        guard log != nil || journal != nil || isPartlyRestored || (!isMissing && !care.copies().isEmpty)
        else { return nil }
        (self.path, self.isMissing, self.log, self.journal) = (path, isMissing, log, journal)
        isLogParted = care.isLogParted
    }

    var problem: LocalizedText {
        if journal != nil || isPartlyRestored { return text("A “restore” into “%@” was broken off.", path) }
        return isMissing
            ? text("The store “%@” is missing, but its log is there.", path)
            : text("The store “%@” was emptied: nothing is left in the file.", path)
    }
    var remedy: LocalizedText? {
        switch (journal, log) {
        case (let journal?, let log?):
            return text(
                "Begin it again. What was saved last is in “%1$@”. If you have put the file there yourself since, move “%2$@” away instead.",
                log, journal)
        case (let journal?, nil):
            return text(
                "Begin it again. If you have put the file there yourself since, move “%@” away instead.",
                journal)
        default: break
        }
        guard let log else {
            return text(
                "“restore” puts a backup in its place; where you move the file away, a new store begins.")
        }
        if isMissing, isLogParted {
            return text(
                "A “restore” that was broken off has kept it as “%@”: begin that again. Where you move it away, a new store begins.",
                log)
        }
        return isMissing
            ? text(
                "Put it back, or a backup with “restore”; where you move “%@” away, a new store begins.", log)
            : text(
                "“restore” puts a backup in its place; where you move the file and “%@” away, a new store begins.",
                log)
    }
    var failure: FailureKind { .badData }
}

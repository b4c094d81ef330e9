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

import Foundation

extension ModelContext {
    /// Runs a block and saves its changes; if it throws, nothing is saved.
    ///
    /// ```swift
    /// try context.transaction {
    ///     for title in titles { context.insert(Book(title: title)) }
    /// }
    /// ```
    ///
    /// The block may save: all its saves are one transaction, and one step of undo. Inside an open
    /// transaction, the block becomes part of it. If the block throws there, the open transaction can only
    /// be rolled back, even if the program catches the error. So check for problems before the block
    /// changes anything.
    ///
    /// A container with several stores has one SQLite transaction in each, and commits them one after the
    /// other. After a crash between two commits, opening the container reverts the earlier commits. This
    /// works if the stores are opened together and none of them was changed alone since. Another process
    /// can see a part of the changes between the commits.
    ///
    /// While another process has locked a store, the method blocks its caller for at most ``lockTimeout``.
    ///
    /// - Parameter block: The changes.
    /// - Throws: The errors of the block, or ``ModelDataError``.
    ///
    /// Mirrors SwiftData's `transaction(block:)`.
    public func transaction(block: () throws -> Void) throws {
        if isSaving { throw ModelDataError.saveInProgress }
        if isInTransaction {
            do {
                try block()
                return try save()
            } catch {
                // The block's changes can't be separated from the earlier ones.
                if openTransaction?.failure == nil { openTransaction?.failure = error }
                throw error
            }
        }
        try beginTransaction()
        do {
            try block()
            try commitTransaction()
        } catch {
            rollbackTransaction()
            throw error
        }
    }
}
